// The views with tables, and the overview.

const views = [];

// What all views have: a heading, perhaps a search field and controls, a remark at the right, and a period.
class View {
  constructor(id, key, title, what) {
    Object.assign(this, { id, key, title, what, period: 1000, generation: 0, argument: '' });
    views.push(this);
  }
  frame() {
    this.root = make('section', 'view', null, { id: 'view-' + this.id, 'aria-label': this.title });
    this.bar = make('div', 'viewbar');
    this.controls = make('span', 'controls');
    this.note = make('span', 'note', '\u00a0');
    this.bar.append(make('h1', '', this.title), this.controls, this.note);
    this.root.append(this.bar);
    byId('main').append(this.root);
    this.build();
  }
  search(placeholder) {
    this.find = make('input', 'search', null, { type: 'search', placeholder, 'aria-label': placeholder, spellcheck: 'false', autocomplete: 'off' });
    this.find.addEventListener('input', () => { this.searched(); });
    this.find.addEventListener('keydown', e => {
      if ((e.key === 'Enter' || e.key === 'ArrowDown') && this.table) { e.preventDefault(); this.table.root.focus(); if (this.table.cursor < 0) this.table.point(0, true); }
    });
    this.controls.append(this.find);
  }
  searched() { if (this.table) this.table.reset(); this.refresh(); }
  get pattern() { return this.find ? this.find.value : ''; }
  // Asks again at once; an answer to an older question is thrown away.
  async refresh() {
    const mine = ++this.generation;
    try {
      await this.load(path => ask(path).then(data => { if (mine !== this.generation) throw new Stale(); return data; }));
      if (this.failed) { this.failed = false; this.note.classList.remove('bad'); }
    } catch (e) {
      if (e instanceof Stale) return;
      if (e instanceof Refused) { this.failed = true; this.note.classList.add('bad'); setText(this.note, e.message); }
      else if (!(e instanceof TypeError && !link.live) && e.name !== 'AbortError') throw e;
    }
  }
  entered() {}
  left() {}
  escape() { return false; }
}

// A table at the left and, where a row is open, its details at the right; on a narrow screen in its place.
function split(view, list) {
  view.panes = make('div', 'split');
  view.detail = make('div', 'detail', null, { role: 'region', 'aria-label': 'details', tabindex: '-1' });
  view.detail.hidden = true;
  view.panes.append(list, view.detail);
  view.root.append(view.panes);
}
function openDetail(view, yes) {
  view.detail.hidden = !yes;
  view.panes.classList.toggle('open', yes);
}
const back = view => button('×', 'Close (Esc)', () => go(view.id), 'close');

function facts(pairs) {
  const list = make('dl', 'facts');
  for (const [term, value] of pairs) {
    if (value === '' || value === null || value === undefined) continue;
    const d = make('dd');
    if (value instanceof Node) d.append(value);
    else d.textContent = value;
    list.append(make('dt', '', term), d);
  }
  return list;
}

// ---- overview ----
const overview = new View('overview', '1', 'Overview', 'processor, heap, collections');
overview.build = function () {
  this.controls.append(choice('time shown', [['60', '1 min'], ['300', '5 min'], ['1500', '25 min']], '300', v => { past.chosen = Number(v); this.show(); }));
  const grid = make('div', 'charts');
  const rate = n => short(n) + '/s';
  this.charts = [
    new Chart({ title: 'Processor', unit: percent, value: p => p.cpu, most: 1, note: p => p.cpu === null ? '' : (p.cpu * p.now.processors).toFixed(2) + ' of ' + p.now.processors }),
    new Chart({ title: 'Heap', unit: bytes, value: p => p.heap, second: p => p.committed, note: p => 'of ' + bytes(p.now.heap.max) + ', ' + bytes(p.committed) + ' committed' }),
    new Chart({ title: 'Allocation', unit: n => bytes(n) + '/s', value: p => p.allocation, floor: 1024, note: p => bytes(p.now.allocated) + ' so far' }),
    new Chart({ title: 'Collections', unit: n => short(n), value: p => p.collections, bars: true, floor: 4, note: p => p.collecting === null ? '' : precise(p.collecting) + ' of the time; ' + (p.now.gc || []).map(g => g.name.replace(/^Argus | Generation$/g, '').toLowerCase() + ' ' + count(g.count)).join(', ') }),
    new Chart({ title: 'Exceptions', unit: rate, value: p => p.exceptions, floor: 5, note: p => count(p.now.exceptions) + ' so far' }),
    new Chart({ title: 'Threads', unit: count, value: p => p.threads, floor: 10, note: p => count(p.now.threads.daemon) + ' daemons, ' + count(p.now.threads.peak) + ' at most' }),
    new Chart({ title: 'Classes', unit: count, value: p => p.classes, from: true, note: p => count(p.now.classes.unloaded) + ' unloaded' }),
    new Chart({ title: 'Monitor waits', unit: rate, value: p => p.contended, floor: 5, note: p => count(p.now.contended) + ' so far' }),
    new Chart({ title: 'Compilations', unit: rate, value: p => p.compiled, bars: true, floor: 5, note: p => count(p.now.code.methods) + ' methods, ' + bytes(p.now.code.used) }),
    new Chart({ title: 'Program stopped', unit: precise, value: p => p.stopped, floor: 0.001, note: p => count(p.now.stops.count) + ' stops, ' + time(p.now.stops.time) }),
    new Chart({ title: 'Metaspace', unit: bytes, value: p => p.metaspace, from: true, note: p => bytes(p.now.metaspace.committed) + ' committed' }),
    new Chart({ title: 'Resident memory', unit: bytes, value: p => p.rss, from: true, note: () => 'of the whole process' }),
  ];
  grid.append(...this.charts.map(c => c.root));
  this.top = make('div', 'panel busy');
  this.busiest = make('ol', 'busiest');
  this.top.append(make('h2', '', 'Busiest threads'), this.busiest);
  this.about = make('div', 'panel about');
  const lower = make('div', 'lower');
  lower.append(this.top, this.about);
  this.root.append(grid, lower);
};
overview.show = function () {
  for (const c of this.charts) c.draw();
  const last = past.last;
  if (!last) return;
  const n = last.now;
  if (!this.list) {
    this.cells = {};
    const cell = id => (this.cells[id] = make('span'));
    this.list = facts([['Program', cell('command')], ['Process', cell('pid')], ['VM', cell('vm')], ['Java', cell('java')], ['Started', cell('start')], ['This page costs', cell('own')]]);
    this.about.append(make('h2', '', 'Program'), this.list);
  }
  setText(this.cells.command, n.command);
  setText(this.cells.pid, String(n.pid) + ', ' + n.processors + ' processors');
  setText(this.cells.vm, n.vm);
  setText(this.cells.java, n.java);
  setText(this.cells.start, new Date(n.start).toLocaleString() + ', ' + long(n.time) + ' ago');
  setText(this.cells.own, last.own === null ? '' : precise(last.own) + ' of a processor');
  setText(this.note, last.cpu === null ? 'Rates begin with the second reading.' : '\u00a0');
};
overview.load = async function (get) {
  const { threads } = await get('threads?sort=cpu&limit=8');
  threadRates(threads);
  while (this.busiest.children.length < threads.length) {
    const row = make('li'), a = make('a', 'name');
    row.append(make('span', 'number'), a, make('span', 'remark'), make('span', 'frameat name', null, { 'data-method': '1' }));
    this.busiest.append(row);
  }
  [...this.busiest.children].forEach((row, i) => {
    const t = threads[i];
    row.hidden = !t;
    if (!t) return;
    const [share, name, state, top] = row.children;
    setText(share, t.now === null ? '\u2013' : percent(t.now));
    setText(name, t.name);
    name.href = '#threads/' + t.id;
    setText(state, time(t.cpu));
    nameInto(top, t.top || '');
  });
};

// ---- threads ----
// The share of a processor that a thread had between two readings, smoothed over about three.
const threadTimes = new Map();
function threadRates(threads, at) {
  const now = at || performance.now() * 1e6;
  for (const t of threads) {
    const before = threadTimes.get(t.id);
    t.now = before ? before.share : null;
    if (before && now - before.at < 3e8) continue;
    let share = null, alloc = null;
    if (before) {
      const raw = Math.max(0, t.cpu - before.cpu) / (now - before.at), made = Math.max(0, t.allocated - before.allocated) / (now - before.at) * 1e9;
      share = before.share === null ? raw : before.share * 0.5 + raw * 0.5;
      alloc = before.alloc === null ? made : before.alloc * 0.5 + made * 0.5;
    }
    threadTimes.set(t.id, { cpu: t.cpu, allocated: t.allocated, at: now, share, alloc });
    t.now = share;
  }
  for (const t of threads) t.rate = threadTimes.get(t.id).alloc;
  if (threadTimes.size > 40000) for (const [id, b] of threadTimes) if (now - b.at > 30e9) threadTimes.delete(id);
}
const STATES = { RUNNABLE: 'runnable', BLOCKED: 'blocked', WAITING: 'waiting', TIMED_WAITING: 'timed wait', NEW: 'new', TERMINATED: 'ended' };
const stateOf = t => t.native && t.state === 'RUNNABLE' ? 'in native' : STATES[t.state] || t.state;
function stateInto(cell, t) {
  const text = stateOf(t);
  if (cell.shown === t.state + text) return;
  cell.shown = t.state + text;
  cell.replaceChildren(make('span', 'state ' + t.state, text));
}
const ALL_THREADS = 400, WINDOW = 200;

const threadsView = new View('threads', '2', 'Threads', 'by processor time, with stacks');
threadsView.build = function () {
  this.search('Search threads');
  const local = ['now', 'cpu', 'allocated', 'rate', 'name', 'state', 'id', 'blocked', 'waited'];
  this.sorts = { many: ['cpu', 'allocated', 'name', 'state', 'id'], few: local };
  this.table = new Table({
    label: 'threads', key: t => t.id, sort: ['now', true], empty: 'No thread matches.',
    columns: [
      { id: 'name', label: 'Thread', width: 'minmax(0, 3fr)', sort: 'up', className: 'name', value: t => t.name.toLowerCase(), show: plainInto },
      { id: 'state', label: 'State', width: '118px', sort: 'up', show: stateInto, value: t => t.state },
      { id: 'now', label: 'CPU now', width: '74px', number: true, sort: 'down', title: 'Share of one processor, averaged over about three seconds', write: t => t.now === null ? '\u2013' : percent(t.now), value: t => t.now || 0 },
      { id: 'cpu', label: 'CPU', width: '74px', number: true, keep: 2, sort: 'down', title: 'Processor time since the thread began', write: t => time(t.cpu), value: t => t.cpu },
      { id: 'rate', label: 'Alloc/s', width: '78px', number: true, keep: 3, sort: 'down', title: 'Bytes allocated each second, averaged over about three', write: t => t.rate === null ? '\u2013' : bytes(t.rate), value: t => t.rate || 0 },
      { id: 'allocated', label: 'Allocated', width: '78px', number: true, keep: 3, sort: 'down', write: t => bytes(t.allocated), value: t => t.allocated },
      { id: 'blocked', label: 'Blocked', width: '66px', number: true, keep: 4, sort: 'down', title: 'How often it has waited for a monitor', write: t => count(t.blocked), value: t => t.blocked },
      { id: 'waited', label: 'Waited', width: '66px', number: true, keep: 4, sort: 'down', title: 'How often it has been in wait, sleep or park', write: t => count(t.waited), value: t => t.waited },
      { id: 'id', label: 'Id', width: '56px', number: true, keep: 4, sort: 'up', write: t => String(t.id), value: t => t.id },
      { id: 'top', label: 'Runs', width: 'minmax(0, 3fr)', keep: 3, name: 'method', write: t => t.top || '' },
    ],
    open: t => go('threads', t.id),
    sorted: () => { if (this.many) this.refresh(); },
    window: from => { if (this.many) this.scrolled(from); },
  });
  split(this, this.table.root);
};
threadsView.scrolled = function (from) {
  const offset = Math.max(0, from - WINDOW / 4);
  if (this.asked === offset) return;
  this.asked = offset;
  this.refresh();
};
threadsView.load = async function (get) {
  const jobs = [this.loadList(get)];
  if (this.argument !== '') jobs.push(this.loadOne(get));
  await Promise.all(jobs);
};
threadsView.loadList = async function (get) {
  if (this.many) {
    const names = { now: 'cpu', cpu: 'cpu', allocated: 'alloc', name: 'name', state: 'state', id: 'id' };
    const offset = Math.max(0, this.table.range()[0] - WINDOW / 4), sort = names[this.table.sort[0]] || 'cpu';
    const a = await get('threads?' + query({ sort, search: this.pattern, limit: WINDOW, offset }));
    threadRates(a.threads, a.time);
    this.asked = null;
    if (a.matching > ALL_THREADS) {
      this.table.setSortable(this.sorts.many);
      if (this.table.sort[0] === 'now') { this.table.sort = ['cpu', true]; this.table.drawHead(); }
      this.table.setWindow(a.threads, offset, a.matching);
      return this.told(a);
    }
  }
  const a = await get('threads?' + query({ sort: 'cpu', search: this.pattern, limit: ALL_THREADS }));
  this.many = this.table.oneWay = a.matching > ALL_THREADS;
  if (this.many) return this.loadList(get);
  threadRates(a.threads, a.time);
  this.table.setSortable(this.sorts.few);
  this.table.setRows(a.threads);
  this.told(a);
};
threadsView.told = function (a) {
  setText(this.note, (a.matching === a.total ? count(a.total) : count(a.matching) + ' of ' + count(a.total)) + ' threads, read one at a time');
};
threadsView.loadOne = async function (get) {
  const id = this.argument;
  let t;
  try {
    t = await get('thread?id=' + encodeURIComponent(id));
  } catch (e) {
    if (!(e instanceof Refused) || id !== this.argument) throw e;
    if (e.status !== 404) throw e;
    if (this.shownId === id) setText(this.parts.remark, 'This thread has ended. Its last stack is shown.');
    else { this.detail.replaceChildren(back(this), make('p', 'empty', 'There is no thread ' + id + '.')); openDetail(this, true); }
    return;
  }
  if (id === this.argument) this.showOne(t);
};
threadsView.showOne = function (t) {
  const id = String(t.id);
  if (this.shownId !== id) {
    this.shownId = id;
    const p = this.parts = { name: make('h2'), remark: make('p', 'remark'), facts: make('div'), frames: make('ol', 'frames', null, { 'aria-label': 'stack' }) };
    const head = make('div', 'detailhead');
    head.append(p.name, button('Flame graph', 'Where this thread spends its time', () => { flame.thread = [id, t.name]; go('flame'); }), back(this));
    this.detail.replaceChildren(head, p.facts, p.remark, p.frames);
    this.detail.scrollTop = 0;
  }
  const p = this.parts;
  setText(p.name, t.name);
  const state = make('span', 'state ' + t.state, stateOf(t));
  let waits = '';
  if (t.lock) {
    waits = make('span', 'name', t.lock);
    if (t.owner !== null && t.owner !== undefined) {
      const a = make('a', '', 'thread ' + t.owner);
      a.href = '#threads/' + t.owner;
      waits.append(' held by ', a);
    }
  }
  const share = threadTimes.get(t.id);
  if (held(this.detail)) return;
  p.facts.replaceChildren(facts([['State', state], ['Waits for', waits], ['Processor', time(t.cpu) + (share && share.share !== null ? ', now ' + percent(share.share) : '')],
    ['Allocated', bytes(t.allocated)], ['Id', id + (t.daemon ? ', daemon' : '') + (t.priority ? ', priority ' + t.priority : '')]]));
  setText(p.remark, (t.frames.length ? '' : 'No Java frames.') + (t.truncated ? 'The stack is deeper than what is shown. ' : ''));
  p.remark.hidden = !p.remark.textContent;
  const shown = JSON.stringify(t.frames);
  if (p.frames.shown === shown) return;
  p.frames.shown = shown;
  p.frames.replaceChildren(...t.frames.map(f => {
    const row = make('li', f.inlined ? 'inlined' : ''), a = make('button', 'name', null, { type: 'button', 'data-method': '1' });
    nameInto(a, f.class + '.' + f.method);
    a.addEventListener('click', () => openClass(f.class, f.method));
    row.append(make('i', 'tier ' + f.tier, null, { title: f.tier + (f.inlined ? ', in the code of its caller' : '') }), a, make('span', 'remark', f.line >= 0 ? ':' + f.line : f.tier === 'native' ? '\u00a0native' : ''));
    for (const l of f.locks || []) row.append(make('span', 'lock', 'holds ' + l));
    return row;
  }));
};
threadsView.entered = function () {
  if (this.argument === '') { openDetail(this, false); this.table.opened = undefined; this.table.draw(); return; }
  this.table.opened = Number(this.argument);
  this.table.draw();
  openDetail(this, true);
  if (this.shownId !== this.argument) { this.shownId = null; this.detail.replaceChildren(back(this), make('p', 'empty', '…')); }
};
threadsView.escape = function () { return this.argument !== '' && go('threads'); };

// ---- hot methods ----
const methodsView = new View('methods', '4', 'Methods', 'where time is spent, by samples');
methodsView.period = 2000;
methodsView.build = function () {
  this.search('Search methods');
  this.seconds = choice('seconds', [['10', '10 s'], ['30', '30 s'], ['60', '60 s']], '10', () => this.refresh());
  this.controls.append(this.seconds);
  const share = n => this.samples ? n / this.samples : 0;
  this.table = new Table({
    label: 'methods', key: m => m.class + '.' + m.method + m.desc, sort: ['self', true], empty: 'No samples yet: nothing runs, or the sampler has just begun.',
    columns: [
      { id: 'self', label: 'Self', width: '64px', number: true, sort: 'down', title: 'Share of samples in the method itself', write: m => percent(share(m.self)), value: m => m.self },
      { id: 'bar', label: '', width: '90px', keep: 2, show: (c, m) => barInto(c, share(m.self), share(m.total)) },
      { id: 'total', label: 'Total', width: '64px', number: true, sort: 'down', title: 'Share of samples in the method and what it calls', write: m => percent(share(m.total)), value: m => m.total },
      { id: 'samples', label: 'Samples', width: '72px', number: true, keep: 3, sort: 'down', write: m => count(m.self), value: m => m.self },
      { id: 'tier', label: 'Code', width: '100px', keep: 2, sort: 'up', show: tierInto, value: m => m.tier },
      { id: 'method', label: 'Method', width: 'minmax(0, 1fr)', name: 'method', sort: 'up', write: methodOf, value: methodOf },
    ],
    open: m => openClass(m.class, m.method, m.desc),
  });
  this.root.append(this.table.root);
};
methodsView.searched = function () { this.table.reset(); this.show(); };
methodsView.load = async function (get) {
  const a = await get('methods?' + query({ seconds: this.seconds.value, limit: 500 }));
  this.samples = a.samples;
  this.all = a.methods;
  this.show();
};
methodsView.show = function () {
  const p = this.pattern.toLowerCase();
  this.table.setRows((this.all || []).filter(m => methodOf(m).toLowerCase().includes(p)));
  setText(this.note, 'Estimates from ' + count(this.samples || 0) + ' samples of the last ' + this.seconds.value + ' s');
};
function barInto(cell, part, whole) {
  if (!cell.firstChild) {
    cell.className += ' barcell';
    cell.append(make('i', 'whole'), make('i', 'part'));
  }
  cell.firstChild.style.width = 100 * Math.min(1, whole) + '%';
  cell.lastChild.style.width = 100 * Math.min(1, part) + '%';
}
function tierInto(cell, m) {
  if (cell.shown === m.tier) return;
  cell.shown = m.tier;
  const mark = make('span', 'tiername', m.tier);
  mark.prepend(make('i', 'tier ' + m.tier));
  cell.replaceChildren(mark);
}

// ---- heap ----
const heapView = new View('heap', '5', 'Heap', 'objects by class, and growth');
heapView.period = 2000;
heapView.build = function () {
  this.search('Search classes');
  this.limit = 200;
  const most = () => this.most || 1;
  this.table = new Table({
    label: 'heap', oneWay: true, key: c => c.class + '#' + c.loader, sort: ['bytes', true], empty: 'No class matches.',
    columns: [
      { id: 'bytes', label: 'Bytes', width: '84px', number: true, sort: 'down', write: c => bytes(c.bytes) },
      { id: 'bar', label: '', width: '90px', keep: 2, show: (cell, c) => barInto(cell, c.bytes / most(), 0) },
      { id: 'count', label: 'Objects', width: '84px', number: true, keep: 2, sort: 'down', write: c => count(c.count) },
      { id: 'growth', label: 'Growth', width: '92px', number: true, sort: 'down', title: 'Bytes more than at the first reading of this page', show: (cell, c) => {
        setText(cell, signed(c.growth, bytes));
        cell.classList.toggle('more', c.growth > 0);
        cell.classList.toggle('less', c.growth < 0);
      } },
      { id: 'each', label: 'Each', width: '76px', number: true, keep: 3, title: 'Bytes of an object, on the average', write: c => c.count ? bytes(c.bytes / c.count) : '' },
      { id: 'class', label: 'Class', width: 'minmax(0, 1fr)', name: 'class', write: c => c.class },
      { id: 'loader', label: 'Loader', width: '60px', number: true, keep: 4, write: c => c.loader ? String(c.loader) : '' },
    ],
    open: c => openClass(c.class.replace(/(\[\])+$/, ''), null, null, c.loader),
    sorted: () => this.refresh(),
  });
  this.more = button('more classes', null, () => { this.limit *= 5; this.refresh(); });
  const foot = make('div', 'foot');
  foot.append(this.more);
  this.root.append(this.table.root, foot);
};
heapView.searched = function () { this.table.reset(); this.limit = 200; this.refresh(); };
heapView.load = async function (get) {
  const a = await get('heap?' + query({ sort: this.table.sort[0], search: this.pattern, limit: this.limit }));
  this.most = Math.max(...a.classes.map(c => c.bytes), 1);
  this.table.setWindow(a.classes, 0, a.classes.length);
  this.more.hidden = a.classes.length < this.limit;
  setText(this.note, (a.estimated ? 'Estimates from ' + percent(a.share) + ' of the heap: ' : '') + count(a.total.count) + ' objects, ' + bytes(a.total.bytes) +
    ', dead ones too until they are collected; read in ' + time(a.taken) + ' without a stop');
};

// ---- locks ----
const locksView = new View('locks', '6', 'Locks', 'deadlocks and waits for monitors');
locksView.build = function () {
  this.dead = make('div', 'panel deadlocks', null, { 'aria-live': 'polite' });
  this.table = new Table({
    label: 'locks', key: c => c.class, sort: ['ns', true], empty: 'No thread has waited for a monitor that another one held.',
    columns: [
      { id: 'count', label: 'Waits', width: '96px', number: true, sort: 'down', write: c => count(c.count), value: c => c.count },
      { id: 'ns', label: 'Waited', width: '96px', number: true, sort: 'down', write: c => time(c.ns), value: c => c.ns },
      { id: 'each', label: 'Each', width: '96px', number: true, keep: 2, sort: 'down', write: c => c.count ? time(c.ns / c.count) : '', value: c => c.count ? c.ns / c.count : 0 },
      { id: 'class', label: 'Class of the monitor', width: 'minmax(0, 1fr)', name: 'class', sort: 'up', write: c => c.class, value: c => c.class },
    ],
    open: c => openClass(c.class),
  });
  this.root.append(this.dead, this.table.root);
};
locksView.load = async function (get) {
  const a = await get('locks');
  this.show(a.deadlocks);
  this.table.setRows(a.contended);
  setText(this.note, count(a.contended.reduce((n, c) => n + c.count, 0)) + ' waits for monitors that another thread held');
  badge(this, a.deadlocks.length);
};
locksView.show = function (deadlocks) {
  const shown = JSON.stringify(deadlocks);
  if (this.dead.shown === shown || held(this.dead)) return;
  this.dead.shown = shown;
  this.dead.classList.toggle('bad', deadlocks.length > 0);
  if (!deadlocks.length) return this.dead.replaceChildren(make('p', 'remark', 'No deadlock.'));
  this.dead.replaceChildren(...deadlocks.map((cycle, i) => {
    const box = make('div', 'cycle'), names = new Map(cycle.map(t => [t.id, t.name]));
    box.append(make('h2', '', 'Deadlock' + (deadlocks.length > 1 ? ' ' + (i + 1) : '') + ' of ' + cycle.length + ' threads'));
    for (const t of cycle) {
      const line = make('p'), a = make('a', '', t.name), b = make('a', '', names.get(t.owner) || 'thread ' + t.owner);
      a.href = '#threads/' + t.id;
      b.href = '#threads/' + t.owner;
      line.append(a, ' waits for ', make('span', 'name', t.waits), ', which ', b, ' holds');
      box.append(line);
    }
    return box;
  }));
};

// ---- collections ----
const gcView = new View('gc', '7', 'Collections', 'each with its stop');
gcView.period = 1000;
gcView.build = function () {
  this.svg = makeSvg('svg', { class: 'stops', viewBox: '0 0 1000 90', preserveAspectRatio: 'none', role: 'img', 'aria-label': 'stops of collections over time' });
  const plot = make('div', 'plot gcplot');
  this.top = make('span', 'top');
  this.span = make('span', 'span');
  plot.append(this.svg, this.top, this.span);
  this.table = new Table({
    label: 'collections', key: e => e.time, sort: ['time', true], empty: 'No collection yet.',
    columns: [
      { id: 'time', label: 'Ended', width: '92px', number: true, sort: 'down', title: 'Since the VM began', write: e => long(e.time) + '.' + String(Math.floor(e.time / 1e6) % 1000).padStart(3, '0'), value: e => e.time },
      { id: 'kind', label: 'Kind', width: '72px', sort: 'up', show: (c, e) => { if (c.shown !== e.kind) { c.shown = e.kind; c.replaceChildren(make('span', 'gckind ' + e.kind, e.kind)); } }, value: e => e.kind },
      { id: 'stop', label: 'Stop', width: '84px', number: true, sort: 'down', title: 'How long all threads stood', write: e => time(e.stop), value: e => e.stop },
      { id: 'before', label: 'Before', width: '84px', number: true, sort: 'down', write: e => bytes(e.before), value: e => e.before },
      { id: 'after', label: 'After', width: '84px', number: true, sort: 'down', write: e => bytes(e.after), value: e => e.after },
      { id: 'freed', label: 'Freed', width: '84px', number: true, keep: 2, sort: 'down', write: e => bytes(e.before - e.after), value: e => e.before - e.after },
      { id: 'cause', label: 'Cause', width: 'minmax(0, 1fr)', keep: 2, sort: 'up', write: e => e.cause, value: e => e.cause },
    ],
  });
  this.root.append(plot, this.table.root);
};
gcView.load = async function (get) {
  const { events } = await get('gc');
  this.table.setRows(events);
  const stops = events.map(e => e.stop), sum = stops.reduce((a, b) => a + b, 0);
  setText(this.note, events.length ? 'The last ' + count(events.length) + ': stops of ' + time(sum / events.length) + ' on the average, ' + time(Math.max(...stops)) + ' at most' : '\u00a0');
  this.draw(events);
};
gcView.draw = function (events) {
  const shown = events.length ? events.length + ':' + events[events.length - 1].time + ':' + events[0].time : '';
  if (this.svg.shown === shown) return;
  this.svg.shown = shown;
  this.svg.replaceChildren();
  if (!events.length) return setText(this.top, '');
  const times = events.map(e => e.time), first = Math.min(...times), last = Math.max(...times, first + 1e9);
  const most = ceiling(Math.max(...events.map(e => e.stop)) / 1e6) * 1e6;
  for (const kind of ['young', 'full']) {
    let d = '';
    for (const e of events) if (e.kind === kind) d += 'M' + (4 + 992 * (e.time - first) / (last - first)).toFixed(1) + ' 88V' + (88 - Math.max(2, 84 * e.stop / most)).toFixed(1);
    this.svg.append(makeSvg('path', { d, class: 'stop ' + kind }));
  }
  setText(this.top, time(most));
  setText(this.span, long(first) + ' to ' + long(last));
};

// ---- code ----
const codeView = new View('code', '8', 'Code', 'compiled methods');
codeView.period = 2000;
codeView.build = function () {
  this.search('Search compiled methods');
  this.limit = 200;
  this.table = new Table({
    label: 'code', oneWay: true, key: m => m.class + '.' + m.method + m.desc + m.made, sort: ['size', true], empty: 'No compiled method matches.',
    columns: [
      { id: 'size', label: 'Size', width: '84px', number: true, sort: 'down', write: m => bytes(m.size) },
      { id: 'bar', label: '', width: '90px', keep: 3, show: (cell, m) => barInto(cell, m.size / (this.most || 1), 0) },
      { id: 'tier', label: 'Code', width: '104px', show: tierInto },
      { id: 'inlined', label: 'Taken in', width: '72px', number: true, keep: 2, title: 'Bodies of other methods that it has taken in', write: m => count(m.inlined) },
      { id: 'made', label: 'Made at', width: '84px', number: true, keep: 3, title: 'Since the VM began', write: m => long(m.made) },
      { id: 'name', label: 'Method', width: 'minmax(0, 1fr)', name: 'method', sort: 'up', write: methodOf },
    ],
    open: m => openClass(m.class, m.method, m.desc),
    sorted: () => this.refresh(),
  });
  this.more = button('more methods', null, () => { this.limit *= 5; this.refresh(); });
  const foot = make('div', 'foot');
  foot.append(this.more);
  this.root.append(this.table.root, foot);
};
codeView.searched = heapView.searched;
codeView.load = async function (get) {
  const a = await get('code?' + query({ sort: this.table.sort[0], search: this.pattern, limit: this.limit }));
  this.most = Math.max(...a.methods.map(m => m.size), 1);
  this.table.setWindow(a.methods, 0, a.methods.length);
  this.more.hidden = a.methods.length < this.limit;
  const code = past.last && past.last.now.code;
  setText(this.note, count(a.total) + ' methods' + (code ? '; ' + bytes(code.used) + ' of ' + bytes(code.max) + ' for code' : ''));
};
