"""Just enough of the protocol buffers' wire format to read messages whose field numbers are known."""


def fields(data):
    """(number, wire type, value) of each field; value is an int, or bytes for lengths."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind in (1, 5):
            width = 8 if kind == 1 else 4
            value, at = int.from_bytes(data[at:at + width], "little"), at + width
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            raise ValueError(f"wire type {kind}")
        if at > len(data):
            raise ValueError("truncated")
        yield key >> 3, kind, value


def varint(data, at):
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError("truncated")
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def messages(data, number):
    return (value for n, kind, value in fields(data) if n == number and kind == 2)


def raw(data, number):
    return next(messages(data, number), b"")


def text(data, number):
    return raw(data, number).decode()


def number(data, wanted):
    return next((value for n, kind, value in fields(data) if n == wanted and kind == 0), 0)
