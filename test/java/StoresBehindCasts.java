// needs: elements stored behind a cast that always fails, where the optimizer knows what was made: the code is there, though nobody reaches it

public class StoresBehindCasts {
    static final class Box {
        final int value;

        Box(int value) {
            this.value = value;
        }
    }

    static int boxAsRows(int i) {
        int[] row = new int[i & 7];
        Object box = new Box(i);
        ((int[][]) box)[0] = row;
        return row.length;
    }

    static int boxAsObjects(int i) {
        Object box = new Box(i), other = new Box(i + 1);
        Object[] all = (Object[]) box;
        all[i & 1] = other;
        return ((Box) other).value;
    }

    static int intsAsObjects(int i) {
        Object ints = new int[] { i, 2 };
        ((Object[]) ints)[i & 1] = new Box(i);
        return i;
    }

    static int boxAsInts(int i) {
        Object box = new Box(i);
        int[] ints = (int[]) box;
        ints[0] = i;
        return ints[1] + ints.length;
    }

    static int rowsAsRows(int i) {
        Object rows = new int[2][1];
        ((int[][]) rows)[i & 1] = new int[i & 3];
        return ((int[][]) rows)[i & 1].length;
    }

    static int rowsAsBoxes(int i) {
        Object rows = new int[2][1];
        ((Object[]) rows)[i & 1] = new Box(i);
        return i;
    }

    static int call(int which, int i) {
        switch (which) {
        case 0: return boxAsRows(i);
        case 1: return boxAsObjects(i);
        case 2: return intsAsObjects(i);
        case 3: return boxAsInts(i);
        case 4: return rowsAsRows(i);
        default: return rowsAsBoxes(i);
        }
    }

    public static void main(String[] args) {
        for (int which = 0; which < 6; which++) {
            long sum = 0;
            int casts = 0, stores = 0;
            for (int i = 0; i < 4000; i++) {
                try {
                    sum += call(which, i);
                } catch (ClassCastException e) {
                    casts++;
                } catch (ArrayStoreException e) {
                    stores++;
                }
            }
            System.out.println(which + ": " + sum + " " + casts + " " + stores);
        }
    }
}
