// Tables of any length: only rows in sight are elements. Rows have one height, so nothing moves when figures change.

const ROW = 24, SPARE = 6, STILL_MS = 2500;

// columns: [{ id, label, width, number, name, keep, sort, write(row), show(cell, row), value(row) }]
//   width     of the grid: '90px' or 'minmax(0, 2fr)'
//   number    to the right; name: in the font of code
//   keep      1: always there, 2: from 560 pixels, 3: from 820, 4: from 1080
//   sort      false, 'up' or 'down': the order of the first click
//   write     the text of a cell; show: fills the cell itself; value: what rows are sorted by
// options: label, columns, key(row), open(row), sorted(id, down), sort: [id, down], empty: text, window(from, to),
//   oneWay: the server puts rows in order, and each column has one order
class Table {
  constructor(options) {
    Object.assign(this, options);
    this.rows = [];       // those that are known; a window of all when `total` is more
    this.offset = 0;
    this.total = 0;
    this.slots = [];
    this.cursor = -1;
    this.cursorKey = null;
    this.order = null;
    this.moved = -STILL_MS;
    this.root = make('div', 'table', null, { role: 'grid', 'aria-label': this.label, tabindex: '0' });
    this.head = make('div', 'thead', null, { role: 'row' });
    this.body = make('div', 'tbody', null, { role: 'rowgroup' });
    this.space = make('div', 'space');
    this.none = make('div', 'empty');
    this.body.append(this.space, this.none);
    this.root.append(this.head, this.body);
    this.body.addEventListener('scroll', () => this.draw());
    this.body.addEventListener('mousemove', () => { this.moved = performance.now(); });
    this.body.addEventListener('click', e => this.clicked(e));
    this.root.addEventListener('keydown', e => { if (this.key_pressed(e)) e.preventDefault(); });
    new ResizeObserver(() => this.resized()).observe(this.root);
  }

  resized() {
    const width = this.root.clientWidth;
    if (!width) return;
    this.root.style.setProperty('--gutter', this.body.offsetWidth - this.body.clientWidth + 'px');
    const least = [0, 0, 560, 820, 1080];
    const shown = this.columns.filter(c => width >= least[c.keep || 1]);
    const names = shown.map(c => c.id).join();
    if (names !== this.shownNames) {
      this.shownNames = names;
      this.shown = shown;
      const grid = shown.map(c => c.width).join(' ');
      this.root.style.setProperty('--columns', grid);
      for (const s of this.slots) s.remove();
      this.slots = [];
      this.drawHead();
    }
    this.draw();
  }

  drawHead() {
    this.head.replaceChildren(...this.shown.map(c => {
      const cell = make('div', c.number ? 'number' : '', null, { role: 'columnheader' });
      const sorted = this.sort && this.sort[0] === c.id;
      if (sorted) cell.setAttribute('aria-sort', this.sort[1] ? 'descending' : 'ascending');
      if (c.sort) {
        const b = button(c.label, c.title, () => this.sortBy(c));
        b.tabIndex = -1;
        cell.append(b);
      } else {
        cell.textContent = c.label;
        if (c.title) cell.title = c.title;
      }
      return cell;
    }));
  }

  sortBy(column) {
    const first = column.sort === 'down';
    const down = !this.oneWay && this.sort && this.sort[0] === column.id ? !this.sort[1] : first;
    this.sort = [column.id, down];
    this.order = null;
    this.moved = -STILL_MS;
    this.drawHead();
    this.body.scrollTop = 0;
    if (this.sorted) this.sorted(column.id, down);
    if (this.local) this.setRows(this.local);
  }
  // Which columns may be sorted by can change with what the server knows.
  setSortable(ids) {
    const names = ids.join();
    if (this.sortable === names) return;
    this.sortable = names;
    for (const c of this.columns) {
      if (c.first === undefined) c.first = c.sort;
      c.sort = ids.includes(c.id) ? c.first : false;
    }
    if (this.shown) this.drawHead();
  }

  // All rows there are: they are put in order here. The order is kept while the mouse moves over them.
  setRows(rows) {
    this.local = rows;
    const column = this.sort && this.columns.find(c => c.id === this.sort[0]);
    let sorted = rows;
    if (this.order && performance.now() - this.moved < STILL_MS) {
      const place = new Map(this.order.map((k, i) => [k, i]));
      const at = r => place.get(this.key(r)) ?? Infinity;
      sorted = rows.slice().sort((a, b) => at(a) - at(b) || 0);
    } else if (column && column.value) {
      const way = this.sort[1] ? -1 : 1;
      sorted = rows.map((r, i) => [column.value(r), r, i]).sort(([a, , i], [b, , k]) =>
        (a < b ? -way : a > b ? way : i - k)).map(([, r]) => r);
      this.order = sorted.map(r => this.key(r));
    }
    this.take(sorted, 0, sorted.length);
  }
  // A window of rows that are in order already.
  setWindow(rows, offset, total) {
    this.local = null;
    this.order = null;
    this.take(rows, offset, total);
  }
  take(rows, offset, total) {
    if (held(this.space)) return;
    this.rows = rows;
    this.offset = offset;
    this.total = total;
    if (this.cursorKey !== null) {
      const i = rows.findIndex(r => this.key(r) === this.cursorKey);
      if (i >= 0) this.cursor = offset + i;
    }
    if (this.cursor >= total) this.cursor = total - 1;
    this.space.style.height = total * ROW + 'px';
    this.root.setAttribute('aria-rowcount', total);
    this.draw();
  }

  range() {
    const from = Math.max(0, Math.floor(this.body.scrollTop / ROW) - SPARE);
    return [from, Math.min(this.total, Math.ceil((this.body.scrollTop + this.body.clientHeight) / ROW) + SPARE)];
  }
  draw() {
    if (!this.shown || !this.root.clientWidth) return;
    setText(this.none, this.total ? '' : this.empty || 'Nothing yet.');
    this.none.hidden = this.total > 0;
    const [from, to] = this.range();
    while (this.slots.length < to - from) this.addSlot();
    const n = this.slots.length;
    for (let k = 0; k < n; k++) {
      // Row i lies in slot i mod n: rows that stay in sight stay in their elements.
      const i = from + (k - from % n + n) % n;
      this.drawRow(this.slots[k], i < to ? i : -1);
    }
    if (this.window && (from < this.offset || to > this.offset + this.rows.length) && to > from) this.window(from, to);
  }
  addSlot() {
    const row = make('div', 'row', null, { role: 'row', id: this.label.replace(/\W/g, '-') + '-row-' + this.slots.length });
    for (const c of this.shown) {
      const cell = make('div', (c.number ? 'number ' : '') + (c.name ? 'name ' : '') + (c.className || ''), null, { role: 'gridcell' });
      if (c.name === 'method') cell.dataset.method = '1';
      row.append(cell);
    }
    this.slots.push(row);
    this.space.append(row);
  }
  drawRow(slot, i) {
    const row = i < 0 ? undefined : this.rows[i - this.offset];
    slot.hidden = i < 0;
    if (i < 0) return;
    if (slot.index !== i) {
      slot.index = i;
      slot.style.top = i * ROW + 'px';
      slot.setAttribute('aria-rowindex', i + 1);
    }
    const at = i === this.cursor, open = row !== undefined && this.opened !== undefined && this.opened === this.key(row);
    slot.classList.toggle('cursor', at);
    slot.classList.toggle('opened', open);
    slot.setAttribute('aria-selected', String(at || open));
    if (at) this.root.setAttribute('aria-activedescendant', slot.id);
    for (let k = 0; k < this.shown.length; k++) {
      const c = this.shown[k], cell = slot.children[k];
      if (row === undefined) {
        if (c.show) { cell.shown = undefined; cell.replaceChildren(); }
        else setText(cell, k ? '' : '…');
      } else if (c.show) c.show(cell, row);
      else if (c.name) nameInto(cell, c.write(row));
      else setText(cell, c.write(row));
    }
  }

  clicked(e) {
    const slot = e.target.closest('.row');
    if (!slot) return;
    this.point(slot.index, false);
    const row = this.rows[slot.index - this.offset];
    if (row && this.open) this.open(row, e);
  }
  point(i, scroll) {
    if (!this.total) return;
    this.cursor = Math.max(0, Math.min(this.total - 1, i));
    const row = this.rows[this.cursor - this.offset];
    this.cursorKey = row ? this.key(row) : null;
    if (scroll) {
      const top = this.cursor * ROW, height = this.body.clientHeight;
      if (top < this.body.scrollTop) this.body.scrollTop = top;
      else if (top + ROW > this.body.scrollTop + height) this.body.scrollTop = top + ROW - height;
    }
    this.draw();
  }
  // Does the key belong to the table? It has done what it asks for then.
  key_pressed(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return false;
    const page = Math.max(1, Math.floor(this.body.clientHeight / ROW) - 1);
    const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, PageDown: page, PageUp: -page };
    if (e.key in steps) this.point(this.cursor < 0 && steps[e.key] > 0 ? 0 : this.cursor + steps[e.key], true);
    else if (e.key === 'Home' || e.key === 'g') this.point(0, true);
    else if (e.key === 'End' || e.key === 'G') this.point(this.total - 1, true);
    else if (e.key === 'Enter' && e.target === this.root && this.open && this.rows[this.cursor - this.offset]) this.open(this.rows[this.cursor - this.offset], e);
    else return false;
    return true;
  }
  reset() {
    this.cursor = -1;
    this.cursorKey = null;
    this.order = null;
    this.body.scrollTop = 0;
  }
}
