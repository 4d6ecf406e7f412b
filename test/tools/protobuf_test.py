import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import protobuf  # noqa: E402


class Protobuf(unittest.TestCase):
    def test_fields(self):
        data = bytes([0x08, 0x96, 0x01, 0x12, 0x02, 0x68, 0x69, 0x1D, 1, 0, 0, 0])
        self.assertEqual(list(protobuf.fields(data)), [(1, 0, 150), (2, 2, b"hi"), (3, 5, 1)])
        self.assertEqual((protobuf.number(data, 1), protobuf.text(data, 2), protobuf.raw(data, 9)), (150, "hi", b""))

    def test_truncated(self):
        for data in (b"\x08\x96", b"\x12\x05hi", b"\x08" + b"\xff" * 12, b"\x0b"):
            with self.assertRaises(ValueError):
                list(protobuf.fields(data))


if __name__ == "__main__":
    unittest.main()
