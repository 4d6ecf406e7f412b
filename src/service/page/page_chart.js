// What /api/now has said since the page was opened, and lines of it.

const KEPT_POINTS = 1800;

const past = {
  points: [], chosen: 300, at: null, charts: [],
  add(now) {
    const before = this.points.length ? this.points[this.points.length - 1].now : null;
    if (before && now.time <= before.time) return;
    this.points.push(pointOf(now, before));
    if (this.points.length > KEPT_POINTS) this.points.splice(0, this.points.length - KEPT_POINTS);
  },
  // What is shown: a minute at first, and as long as was chosen when there is so much.
  get seconds() { return Math.max(60, Math.min(this.chosen, this.points.length ? (this.last.time - this.points[0].time) / 1e9 : 0)); },
  get last() { return this.points[this.points.length - 1] || null; },
};

// The figures of one second: those that only grow become rates, null where there is nothing to compare with.
function pointOf(now, before) {
  const p = { now, time: now.time, wall: now.wall };
  const seconds = before ? (now.time - before.time) / 1e9 : 0;
  const rate = f => before ? Math.max(0, f(now) - f(before)) / seconds : null;
  const sum = (n, member) => (n.gc || []).reduce((s, g) => s + g[member], 0);
  p.cpu = before ? rate(n => n.cpu) / 1e9 / (now.processors || 1) : null;
  p.own = before ? rate(n => n.page_cpu || 0) / 1e9 : null;
  p.heap = now.heap.used;
  p.committed = now.heap.committed;
  p.allocation = rate(n => n.allocated);
  p.collections = before ? Math.max(0, sum(now, 'count') - sum(before, 'count')) : null;
  p.collecting = before ? Math.max(0, sum(now, 'time') - sum(before, 'time')) / 1000 / seconds : null;
  p.exceptions = rate(n => n.exceptions);
  p.contended = rate(n => n.contended);
  p.threads = now.threads.live;
  p.classes = now.classes.loaded;
  p.compiled = rate(n => n.compiled);
  p.code = now.code.used;
  p.metaspace = now.metaspace.used;
  p.rss = now.rss;
  p.stopped = before ? Math.max(0, now.stops.time - before.stops.time) / 1e9 / seconds : null;
  return p;
}

// The next round number: 1, 2 or 5 and noughts, or a power of two times that for bytes.
function ceiling(n, unit) {
  if (!(n > 0)) return 1;
  let scale = 1;
  if (unit === bytes) while (n / scale >= 1000) scale *= 1024;
  const tens = 10 ** Math.floor(Math.log10(n / scale));
  for (const step of [1, 2, 3, 5, 8, 10]) if (step * tens * scale >= n) return step * tens * scale;
  return n;
}

// A card with a line. options: title, unit, value(point), second(point): a fainter line, most: a fixed upper end or a
// function of the last point, note(point), bars: no line but bars, from: does the axis begin at the least value?
class Chart {
  constructor(options) {
    Object.assign(this, options);
    this.root = make('figure', 'chart', null, { 'aria-label': this.title });
    this.heading = make('figcaption', '', this.title);
    this.figure = make('b', 'figure', '\u2013');
    this.remark = make('span', 'remark', '\u00a0');
    this.top = make('span', 'top');
    this.svg = makeSvg('svg', { viewBox: '0 0 300 60', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.faint = makeSvg('path', { class: 'faint' });
    this.area = makeSvg('path', { class: 'area' });
    this.line = makeSvg('path', { class: this.bars ? 'bars' : 'line' });
    this.cross = makeSvg('line', { class: 'cross', y1: 0, y2: 60, x1: -9, x2: -9 });
    this.svg.append(this.area, this.faint, this.line, this.cross);
    const plot = make('div', 'plot');
    plot.append(this.svg, this.top);
    this.root.append(this.heading, this.figure, this.remark, plot);
    plot.addEventListener('mousemove', e => {
      const box = plot.getBoundingClientRect(), last = past.last;
      if (!last) return;
      past.at = last.time - (1 - (e.clientX - box.left) / box.width) * past.seconds * 1e9;
      for (const c of past.charts) c.draw();
    });
    plot.addEventListener('mouseleave', () => { past.at = null; for (const c of past.charts) c.draw(); });
    past.charts.push(this);
  }

  draw() {
    const last = past.last;
    if (!last) return;
    const start = last.time - past.seconds * 1e9;
    const points = past.points.filter(p => p.time >= start - 2e9);
    const x = p => 300 * (p.time - start) / (past.seconds * 1e9);
    let most = typeof this.most === 'function' ? this.most(last) : this.most, least = 0;
    if (!most) {
      const values = points.flatMap(p => this.second ? [this.value(p), this.second(p)] : [this.value(p)]).filter(v => v !== null);
      most = ceiling(Math.max(...values, this.floor || 0), this.unit);
      if (this.from && values.length) {
        least = Math.min(...values);
        const room = Math.max(most - least, 1);
        most = Math.max(...values) + room * 0.1;
        least = Math.max(0, least - room * 0.1);
      }
    }
    const y = v => 59 - 57 * Math.min(1, Math.max(0, (v - least) / (most - least || 1)));
    const path = value => {
      let d = '', pen = 'M';
      for (const p of points) {
        const v = value(p);
        if (v === null) { pen = 'M'; continue; }
        d += pen + x(p).toFixed(1) + ' ' + y(v).toFixed(1);
        pen = 'L';
      }
      return d;
    };
    if (this.bars) {
      let d = '';
      for (const p of points) if (this.value(p)) d += 'M' + x(p).toFixed(1) + ' 59V' + y(this.value(p)).toFixed(1);
      this.line.setAttribute('d', d);
    } else {
      const d = path(this.value), known = points.filter(p => this.value(p) !== null);
      this.line.setAttribute('d', d);
      this.area.setAttribute('d', known.length > 1 ? d.replaceAll('M', 'L').replace('L', 'M') + 'L' + x(known[known.length - 1]).toFixed(1) + ' 60L' + x(known[0]).toFixed(1) + ' 60Z' : '');
      if (this.second) this.faint.setAttribute('d', path(this.second));
    }
    setText(this.top, this.unit(most));
    let shown = last;
    if (past.at !== null) {
      for (const p of points) if (Math.abs(p.time - past.at) < Math.abs(shown.time - past.at)) shown = p;
      this.cross.setAttribute('x1', x(shown));
      this.cross.setAttribute('x2', x(shown));
    } else {
      this.cross.setAttribute('x1', -9);
      this.cross.setAttribute('x2', -9);
    }
    const v = this.value(shown);
    setText(this.figure, v === null ? '\u2013' : this.unit(v));
    const note = this.note ? this.note(shown) : '';
    setText(this.remark, past.at !== null ? Math.round((last.time - shown.time) / 1e9) + ' s ago' : note || '\u00a0');
  }
}

// A small line without anything around it, of an array of numbers.
function sparkInto(svg, values) {
  const most = Math.max(...values, 1), n = values.length;
  let d = '';
  values.forEach((v, i) => { d += (i ? 'L' : 'M') + (100 - (n - 1 - i) * (100 / 59)).toFixed(1) + ' ' + (19 - 17 * v / most).toFixed(1); });
  svg.firstChild.setAttribute('d', d);
}
function spark() {
  const svg = makeSvg('svg', { viewBox: '0 0 100 20', preserveAspectRatio: 'none', class: 'spark', 'aria-hidden': 'true' });
  svg.append(makeSvg('path', { class: 'line' }));
  return svg;
}
