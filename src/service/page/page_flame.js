// The flame graph: callers above callees, a colour for each kind of code.

// A leaf of allocation: "new java.lang.String[]".
const isMade = n => !n.tier && n.name.startsWith('new '), madeName = n => n.name.slice(4).replace(/(\[\])+$/, '');
const FRAME = 19, LETTER = 6.65, THINNEST = 0.6;

const flame = new View('flame', '3', 'Flame graph', 'stacks by samples, live');
flame.period = 2000;
flame.thread = null;
flame.zoomed = [];
flame.build = function () {
  this.search('Search frames');
  this.mode = choice('what is sampled', [['cpu', 'Processor'], ['wall', 'Wall clock'], ['alloc', 'Allocation']], 'cpu', () => this.restart());
  this.seconds = choice('seconds', [['10', '10 s'], ['30', '30 s'], ['60', '60 s']], '10', () => this.refresh());
  this.who = make('select', '', null, { 'aria-label': 'thread' });
  this.who.addEventListener('focus', () => this.offer().catch(() => {}));
  this.who.addEventListener('change', () => {
    this.thread = this.who.value ? [this.who.value, this.who.selectedOptions[0].textContent] : null;
    this.restart();
  });
  this.controls.append(this.mode, this.seconds, this.who);
  const line = make('div', 'flameline');
  this.whole = button('whole graph', 'Esc', () => { this.zoomed = []; this.draw(); });
  this.matched = make('span', 'remark');
  const tiers = make('span', 'tiers');
  for (const [tier, text] of [['optimized', 'optimized'], ['stencils', 'stencils'], ['interpreted', 'interpreted'], ['native', 'native']]) {
    const t = make('span', '', text);
    t.prepend(make('i', 'tier ' + tier));
    tiers.append(t);
  }
  line.append(this.whole, this.matched, this.note, tiers);
  this.graph = make('div', 'flamegraph', null, { tabindex: '0', role: 'application', 'aria-label': 'Flame graph: arrows move between frames, Enter zooms', 'aria-describedby': 'frame-told' });
  this.told = make('div', 'frametold', null, { id: 'frame-told', 'aria-live': 'polite' });
  this.words = make('span', 'name', '\u00a0');
  this.figures = make('span', 'remark');
  this.open = button('Open class', 'See its methods and lines, and set probes', () => { const [c, m] = isMade(this.current) ? [madeName(this.current)] : splitMethod(this.current.name); openClass(c, m); });
  this.told.append(this.words, this.figures, this.open);
  this.none = make('p', 'empty');
  this.root.append(line, this.graph, this.told);
  this.graph.addEventListener('click', e => { const n = this.at(e); if (n) { this.point(n); this.zoom(n); } });
  // A graph that is redrawn under a mouse at rest tells nothing new.
  this.graph.addEventListener('mousemove', e => {
    const n = this.at(e), at = e.screenX + ',' + e.screenY;
    if (n && at !== this.mouse) this.tell(n);
    this.mouse = at;
  });
  this.graph.addEventListener('mouseleave', () => this.tell(this.chosen));
  this.graph.addEventListener('keydown', e => { if (this.pressed(e.key)) { e.preventDefault(); e.stopPropagation(); } });
  new ResizeObserver(() => this.draw()).observe(this.graph);
};
flame.entered = function () {
  const [id, name] = this.thread || ['', 'all threads'];
  this.who.replaceChildren(make('option', '', name, { value: id }));
  if (this.asked !== id) this.restart();
};
flame.offer = async function () {
  const { threads } = await ask('threads?sort=cpu&limit=100');
  const options = [make('option', '', 'all threads', { value: '' })];
  if (this.thread && !threads.some(t => String(t.id) === this.thread[0])) options.push(make('option', '', this.thread[1], { value: this.thread[0] }));
  options.push(...threads.map(t => make('option', '', t.name, { value: t.id })));
  this.who.replaceChildren(...options);
  this.who.value = this.thread ? this.thread[0] : '';
};
flame.restart = function () {
  this.zoomed = [];
  this.tree = null;
  this.draw();
  this.refresh();
};
flame.searched = function () { this.draw(); };
flame.load = async function (get) {
  this.asked = this.thread ? this.thread[0] : '';
  const a = await get('flame?' + query({ seconds: this.seconds.value, thread: this.asked || 'all', mode: this.mode.value }));
  this.samples = a.samples;
  this.unit = a.unit;
  this.tree = a.tree;
  const unit = a.interval ? ', one each ' + time(a.interval) : '';
  setText(this.note, 'Estimates from ' + count(a.samples) + ' samples of the last ' + this.seconds.value + ' s' + unit + (a.lost ? '; ' + count(a.lost) + ' were lost' : ''));
  this.prepare();
  if (!held(this.graph)) this.draw();
};
// Each node learns its parent, its depth, and its children in the order of their names, so that a graph that is redrawn stays put.
flame.prepare = function () {
  const work = [[this.tree, null, 0]];
  while (work.length) {
    const [n, parent, depth] = work.pop();
    n.parent = parent;
    n.depth = depth;
    n.children = (n.children || []).sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
    for (const c of n.children) work.push([c, n, depth + 1]);
  }
  const keepNode = n => n ? this.follow(this.path(n), true) : null;
  this.chosen = keepNode(this.chosen);
  this.current = keepNode(this.current);
};
flame.path = n => { const names = []; for (; n.parent; n = n.parent) names.unshift(n.name); return names; };
flame.follow = function (names, whole) {
  let n = this.tree;
  for (const name of names) {
    const next = n.children.find(c => c.name === name);
    if (!next) return whole ? null : n;
    n = next;
  }
  return n;
};
flame.matcher = function () {
  if (!this.pattern) return null;
  try { return new RegExp(this.pattern, 'i'); } catch { return new RegExp(this.pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i'); }
};
function shade(name) {
  let h = 2166136261;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 16777619);
  return ((h ^ h >>> 15) >>> 0) % 4;
}
flame.draw = function () {
  const width = this.graph.clientWidth;
  if (!width) return;
  this.whole.disabled = !this.zoomed.length;
  if (!this.tree || !this.tree.value) {
    setText(this.none, !this.tree ? '…' : this.mode.value === 'alloc' ? 'Nothing was allocated.' : this.thread ? 'No samples: this thread has not run.' : 'No samples yet: nothing runs, or the sampler has just begun.');
    this.graph.replaceChildren(this.none);
    setText(this.matched, '');
    this.tell(null);
    return;
  }
  const svg = makeSvg('svg', { width, role: 'presentation' }), at = this.follow(this.zoomed, false), pattern = this.matcher();
  this.nodes = new Map();
  this.boxes = new Map();
  let deepest = 0;
  const put = (n, x, w, above) => {
    const tier = n.parent && n.tier || 'none';
    const g = makeSvg('g', { class: 'f t-' + tier + ' s' + shade(splitMethod(n.name)[0]) + (above ? ' above' : '') + (pattern && n.parent && pattern.test(n.name) ? ' hit' : '') + (n === this.chosen ? ' chosen' : '') });
    g.append(makeSvg('rect', { x: x.toFixed(2), y: n.depth * FRAME, width: Math.max(0.4, w - 0.5).toFixed(2), height: FRAME - 1 }));
    const room = Math.floor((w - 6) / LETTER);
    if (room >= 3) {
      let words = n.name;
      if (isMade(n) && words.length > room) words = 'new ' + splitMethod(madeName(n))[1];
      if (words.length > room) words = words.split('.').slice(-2).join('.');
      if (words.length > room) words = splitMethod(words)[1];
      if (words.length > room) words = words.slice(0, room - 1) + '…';
      const text = makeSvg('text', { x: (x + 4).toFixed(2), y: n.depth * FRAME + 13 });
      text.textContent = words;
      g.append(text);
    }
    svg.append(g);
    this.nodes.set(g, n);
    this.boxes.set(n, g);
    deepest = Math.max(deepest, n.depth);
  };
  for (let n = at.parent; n; n = n.parent) put(n, 0, width, true);
  const scale = width / at.value, work = [[at, 0]];
  while (work.length) {
    const [n, x] = work.pop(), w = n.value * scale;
    if (w < THINNEST) continue;
    put(n, x, w, false);
    let next = x;
    for (const c of n.children) { work.push([c, next]); next += c.value * scale; }
  }
  svg.setAttribute('height', (deepest + 1) * FRAME);
  this.graph.replaceChildren(svg);
  this.tell(this.current && this.boxes.has(this.current) ? this.current : this.chosen);
  if (!pattern) return setText(this.matched, this.zoomed.length ? percent(at.value / this.tree.value) + ' of all' : 'click to zoom');
  let share = 0, frames = 0;
  const all = [[this.tree, false]];
  while (all.length) {
    const [n, inside] = all.pop(), hit = !!n.parent && pattern.test(n.name);
    frames += hit;
    if (hit && !inside) share += n.value;
    for (const c of n.children) all.push([c, inside || hit]);
  }
  setText(this.matched, count(frames) + ' frames match, ' + percent(share / this.tree.value) + ' of the samples');
};
flame.at = function (e) { const g = e.target.closest('g.f'); return g ? this.nodes.get(g) : null; };
flame.zoom = function (n) { this.zoomed = this.path(n); this.draw(); };
flame.point = function (n) {
  if (this.chosen && this.boxes.has(this.chosen)) this.boxes.get(this.chosen).classList.remove('chosen');
  this.chosen = n;
  const g = n && this.boxes.get(n);
  if (g) { g.classList.add('chosen'); g.scrollIntoView({ block: 'nearest' }); }
  this.tell(n);
};
flame.tell = function (n) {
  this.current = n || null;
  setText(this.words, n ? n.name : '\u00a0');
  const whole = this.tree && this.tree.value || 1;
  setText(this.figures, n ? percent(n.value / whole) + (n.self ? ', itself ' + percent(n.self / whole) : '') + ', ' + (this.unit === 'bytes' ? bytes(n.value) : count(n.value) + ' samples') + (n.tier ? ', ' + n.tier : '') : '');
  this.open.hidden = !(n && (n.tier || isMade(n)) && n.name.includes('.'));
};
flame.pressed = function (key) {
  const n = this.chosen || this.tree;
  if (!n) return false;
  const seen = c => this.boxes.has(c), line = n.parent ? n.parent.children.filter(seen) : [n];
  if (key === 'ArrowDown' || key === 'j') this.point(n.children.filter(seen).sort((a, b) => b.value - a.value)[0] || n);
  else if (key === 'ArrowUp' || key === 'k') this.point(n.parent || n);
  else if (key === 'ArrowRight' || key === 'ArrowLeft') this.point(line[Math.max(0, Math.min(line.length - 1, line.indexOf(n) + (key === 'ArrowRight' ? 1 : -1)))]);
  else if (key === 'Enter') this.zoom(n);
  else return false;
  return true;
};
flame.escape = function () {
  if (!this.zoomed.length) return false;
  this.zoomed = [];
  this.draw();
  return true;
};
