'use strict';
// The page of a report. Its data are two blocks of JSON in the same file: records, one object a line, and frames of the
// call tree, callers before callees. All text goes into the page as text, never as markup.
(function () {
  const byId = id => document.getElementById(id);
  const SVG = 'http://www.w3.org/2000/svg';
  const ROW = 18, CHAR = 6.95, NARROWEST = 0.4, FIRST_ROWS = 100;

  function make(tag, text, className) {
    const e = document.createElement(tag);
    if (text !== undefined) e.textContent = text;
    if (className) e.className = className;
    return e;
  }

  // ---- data ----
  const records = byId('records').textContent.split('\n').filter(line => line !== '').map(line => JSON.parse(line));
  const ofType = type => records.filter(r => r.type === type);
  const one = type => records.find(r => r.type === type) || {};
  const frames = JSON.parse(byId('frames').textContent).map(
    ([parent, total, self, calls, name, kind]) => ({ parent, total, self, calls, name, kind, children: [], depth: 0 }));
  const head = one('lens'), totals = one('totals');

  // ---- numbers ----
  const count = n => Math.round(n).toLocaleString('en-US');
  function time(ms) {
    if (ms < 0.001) return (ms * 1e6).toFixed(0) + ' ns';
    if (ms < 1) return (ms * 1000).toFixed(1) + ' us';
    if (ms < 1000) return ms.toFixed(1) + ' ms';
    return (ms / 1000).toFixed(2) + ' s';
  }
  function size(bytes) {
    const units = ['B', 'KB', 'MB', 'GB', 'TB'];
    let i = 0;
    while (bytes >= 1024 && i < units.length - 1) { bytes /= 1024; i++; }
    return bytes.toFixed(i ? 1 : 0) + ' ' + units[i];
  }
  const us = n => time(n / 1000);

  // ---- names ----
  const TYPES = { B: 'byte', C: 'char', D: 'double', F: 'float', I: 'int', J: 'long', S: 'short', Z: 'boolean' };
  function parameters(descriptor) {
    const out = [];
    const inside = descriptor.slice(1, descriptor.indexOf(')'));
    for (const [, rank, type] of inside.matchAll(/(\[*)(L[^;]*;|.)/g)) {
      const name = type[0] === 'L' && type.length > 1 ? type.slice(1, -1).split('/').pop() : TYPES[type] || type;
      out.push(name + '[]'.repeat(rank.length));
    }
    return '(' + out.join(', ') + ')';
  }
  const place = (c, m, line) => c === null ? '' : c + '.' + m + (line === null ? '' : ':' + line);

  // ---- search ----
  let pattern = null;
  function setPattern(text) {
    try {
      pattern = text === '' ? null : new RegExp(text, 'i');
    } catch (e) { // not a regular expression yet: its letters are looked for
      pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
    }
    draw();
    fill();
  }

  // ---- the flame graph ----
  const graph = byId('graph');
  let zoomed = 0;
  frames.forEach((f, i) => {
    f.index = i;
    if (i === 0) return;
    frames[f.parent].children.push(f);
    f.depth = frames[f.parent].depth + 1;
  });
  for (const f of frames) f.children.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

  function hash(text) {
    let h = 2166136261;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
    return (h ^ h >>> 15) >>> 0;
  }
  // Grey for threads, warm for the program, cool for the library; one tint for a package.
  function color(f) {
    if (f.kind === 0) return 'hsl(230 8% var(--box-light))';
    const parts = f.name.split('.'), h = hash(parts.slice(0, -2).join('.'));
    const hue = f.kind === 1 ? 8 + h % 45 : 95 + h % 140;
    return 'hsl(' + hue + ' ' + (58 + hash(f.name) % 12) + '% var(--box-light))';
  }
  const label = f => f.name.split('.').slice(-2).join('.');

  function box(f, x, width, above) {
    const g = document.createElementNS(SVG, 'g'), rect = document.createElementNS(SVG, 'rect');
    rect.setAttribute('x', x);
    rect.setAttribute('y', f.depth * ROW);
    rect.setAttribute('width', width);
    rect.setAttribute('height', ROW - 1);
    rect.style.fill = color(f);
    g.appendChild(rect);
    const room = Math.floor((width - 4) / CHAR);
    if (room >= 3) {
      const text = document.createElementNS(SVG, 'text');
      let words = f.name.length <= room ? f.name : label(f);
      if (words.length > room) words = words.slice(0, room - 2) + '..';
      text.textContent = words;
      text.setAttribute('x', x + 3);
      text.setAttribute('y', f.depth * ROW + 13);
      g.appendChild(text);
    }
    if (above) g.classList.add('above');
    if (pattern !== null && f.index !== 0 && pattern.test(f.name)) g.classList.add('hit');
    g.dataset.frame = f.index;
    return g;
  }
  // Time in frames that match, each stack once.
  function matched() {
    let share = 0, boxes = 0;
    const stack = frames.length ? [[frames[0], false]] : [];
    while (stack.length) {
      const [f, inside] = stack.pop();
      const hit = f.index !== 0 && pattern.test(f.name);
      boxes += hit;
      if (hit && !inside) share += f.total;
      for (const c of f.children) stack.push([c, inside || hit]);
    }
    return [boxes, share];
  }
  function draw() {
    if (!frames.length) return;
    const width = graph.clientWidth || 1200, at = frames[zoomed];
    const svg = document.createElementNS(SVG, 'svg');
    let deepest = 0;
    const put = (f, x, w, above) => {
      svg.appendChild(box(f, x, w, above));
      deepest = Math.max(deepest, f.depth);
    };
    for (let f = at; f.index !== 0;) { f = frames[f.parent]; put(f, 0, width, true); }
    const scale = at.total > 0 ? width / at.total : 0;
    const stack = [[at, 0]];
    while (stack.length) {
      const [f, x] = stack.pop(), w = f === at ? width : f.total * scale;
      if (w < NARROWEST) continue;
      put(f, x, w, false);
      let next = x;
      for (const c of f.children) { stack.push([c, next]); next += c.total * scale; }
    }
    svg.setAttribute('height', (deepest + 1) * ROW);
    graph.replaceChildren(svg);
    byId('whole').hidden = zoomed === 0;
    if (pattern === null) {
      byId('matched').textContent = '';
    } else {
      const [boxes, share] = matched();
      byId('matched').textContent = count(boxes) + ' frames match, ' +
        (frames[0].total ? 100 * share / frames[0].total : 0).toFixed(2) + '% of the time';
    }
  }
  function zoom(index) { zoomed = index; draw(); }
  const frameOf = e => { const g = e.target.closest && e.target.closest('g'); return g ? frames[g.dataset.frame] : null; };
  graph.addEventListener('click', e => { const f = frameOf(e); if (f) zoom(f.index); });
  graph.addEventListener('mouseover', e => {
    const f = frameOf(e);
    if (!f) return;
    byId('details').textContent = f.name + '  ' + us(f.total) + ', ' +
      (frames[0].total ? 100 * f.total / frames[0].total : 0).toFixed(2) + '%, own ' + us(f.self) +
      (f.calls === null ? '' : ', ' + count(f.calls) + (head.times === 'sampled' ? ' samples' : ' calls'));
  });
  graph.addEventListener('mouseleave', () => { byId('details').textContent = '\u00a0'; });
  byId('whole').addEventListener('click', () => zoom(0));

  // ---- tables ----
  // A column: heading, the value that it sorts by, how that is written (none: a name).
  const NAME = undefined;
  const tables = [
    { title: 'Methods', rows: ofType('method'), columns: [
      ['entered', r => r.entered, count], ['by exception', r => r.left_by_exception, count],
      ['inclusive', r => r.inclusive_us, us], ['own', r => r.self_us, us],
      ['method', r => r.class + '.' + r.name + parameters(r.descriptor), NAME]], sort: 3,
      note: (head.times === 'sampled' ? 'Calls are exact. Times are samples of processor time.'
                                      : 'Calls and times are exact.') },
    { title: 'Allocation', rows: ofType('alloc'), columns: [
      ['bytes, about', r => r.bytes, size], ['objects, about', r => r.objects, count], ['samples', r => r.samples, count],
      ['by the VM', r => r.vm_objects, count], ['class', r => r.class, NAME]], sort: 0,
      note: 'Bytes and objects are estimated from samples.' },
    { title: 'Locks', rows: ofType('lock'), columns: [
      ['times', r => r.count, count], ['together', r => r.total_ms, time], ['longest', r => r.longest_ms, time],
      ['kind', r => r.kind, NAME], ['object', r => r.object, NAME],
      ['place', r => place(r.class, r.method, r.line), NAME]], sort: 1,
      note: 'enter: another thread held the monitor. wait: Object.wait.' },
    { title: 'Exceptions', rows: ofType('throw'), columns: [
      ['thrown', r => r.count, count], ['exception', r => r.exception, NAME],
      ['thrown at', r => place(r.class, r.method, r.line), NAME],
      ['caught at', r => r.uncaught ? 'no catch in sight' : place(r.catch_class, r.catch_method, r.catch_line), NAME]],
      sort: 0, note: '' },
    { title: 'Threads', rows: ofType('thread'), columns: [
      ['start', r => r.start_ms, time], ['end', r => r.end_ms === null ? Infinity : r.end_ms, v => v === Infinity ? '' : time(v)],
      ['calls', r => r.entered, count], ['thrown', r => r.thrown, count],
      ['name', r => r.name + (r.daemon ? ' (daemon)' : ''), NAME]], sort: 2, note: '' },
    { title: 'Classes', rows: ofType('class'), columns: [
      ['loaded', r => r.loaded, count], ['prepared', r => r.prepared, count], ['class', r => r.name, NAME],
      ['module', r => r.module, NAME], ['loader', r => r.loader, NAME]], sort: 0, note: '' },
  ];
  let shown = tables[0];
  for (const t of tables) { t.down = true; t.limit = FIRST_ROWS; }

  function matches(t, row) {
    return t.columns.some(([, value, write]) => write === NAME && pattern.test(value(row)));
  }
  function sorted(t) {
    const value = t.columns[t.sort][1], rows = pattern === null ? t.rows.slice() : t.rows.filter(r => matches(t, r));
    rows.sort((a, b) => {
      const x = value(a), y = value(b);
      return (x < y ? -1 : x > y ? 1 : 0) * (t.down ? -1 : 1);
    });
    return rows;
  }
  function sortBy(t, i) {
    t.down = t.sort === i ? !t.down : t.columns[i][2] !== NAME;
    t.sort = i;
    fill();
  }
  function fill() {
    const t = shown, rows = sorted(t), table = make('table'), line = make('tr');
    t.columns.forEach(([heading, , write], i) => {
      const th = make('th', heading, write === NAME ? '' : 'number');
      th.scope = 'col';
      if (i === t.sort) th.setAttribute('aria-sort', t.down ? 'descending' : 'ascending');
      th.addEventListener('click', () => sortBy(t, i));
      line.appendChild(th);
    });
    table.appendChild(make('thead')).appendChild(line);
    const body = table.appendChild(make('tbody'));
    for (const r of rows.slice(0, t.limit)) {
      const tr = body.appendChild(make('tr'));
      for (const [, value, write] of t.columns) {
        const td = tr.appendChild(make('td', write === NAME ? value(r) : write(value(r))));
        td.className = write === NAME ? 'name' : 'number';
        td.dataset.value = value(r);
      }
    }
    byId('table').replaceChildren(table);
    byId('note').textContent = count(rows.length) + ' of ' + count(t.rows.length) + ' rows. ' + t.note;
    byId('more').hidden = rows.length <= t.limit;
    for (const button of byId('tabs').children) button.setAttribute('aria-selected', button.textContent === t.title);
  }
  for (const t of tables) {
    const button = make('button', t.title);
    button.addEventListener('click', () => { shown = t; fill(); });
    byId('tabs').appendChild(button);
  }
  byId('more').addEventListener('click', () => { shown.limit *= 10; fill(); });

  // ---- head ----
  byId('title').textContent = head.title;
  document.title = 'lens: ' + head.title;
  byId('vm').textContent = 'on ' + (head.vm || 'a nameless VM') + ' ' + (head.vm_version || '');
  function card(value, text) {
    const c = make('div', undefined, 'card');
    c.appendChild(make('b', value));
    c.appendChild(make('span', text));
    byId('cards').appendChild(c);
  }
  const end = ofType('phase').find(p => p.name === 'VMDeath'), collections = one('collections');
  const sum = (type, member) => ofType(type).reduce((n, r) => n + r[member], 0);
  if (end) card(time(end.ms), 'run');
  card(count(totals.entered), 'calls of ' + count(totals.methods) + ' methods');
  card(size(sum('alloc', 'bytes')), 'allocated, about');
  if (collections.count !== undefined) card(count(collections.count), 'collections, ' + time(collections.total_ms));
  card(time(sum('lock', 'total_ms')), 'waiting for monitors');
  card(count(totals.thrown), 'exceptions');
  card(count(totals.classes_loaded), 'classes');
  card(count(ofType('thread').length), 'threads');
  byId('graph-note').textContent = frames.length
    ? us(frames[0].total) + (head.clock === 'wall' ? ', waiting included' : ' without waiting') +
      '; callers above callees; click to zoom'
    : 'No call tree: methods are off.';
  for (const r of ofType('off')) byId('off').appendChild(make('div', 'off: ' + r.part + ' (' + r.reason + ')', 'note'));

  // ---- theme and keys ----
  const root = document.documentElement;
  root.dataset.theme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  byId('theme').addEventListener('click', () => { root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark'; });
  byId('search').addEventListener('input', e => setPattern(e.target.value));
  window.addEventListener('keydown', e => {
    if (e.key === 'Escape') { byId('search').value = ''; zoomed = 0; setPattern(''); }
    if (e.key === '/' && e.target !== byId('search')) { e.preventDefault(); byId('search').focus(); }
  });
  window.addEventListener('resize', draw);
  draw();
  fill();
})();
