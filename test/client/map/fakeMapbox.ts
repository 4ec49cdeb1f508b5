/** A fake of mapbox-gl: it records calls and draws nothing. */

type Listener = (event: Record<string, unknown>) => void;

class FakeEvents {
  readonly listeners = new Map<string, Set<Listener>>();

  on(name: string, listener: Listener): this {
    this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener));
    return this;
  }

  off(name: string, listener: Listener): this {
    this.listeners.get(name)?.delete(listener);
    return this;
  }

  fire(name: string, event: Record<string, unknown> = {}): void {
    for (const listener of this.listeners.get(name) ?? []) listener({ target: this, ...event });
  }
}

/** Width and height of every map. */
export const SIZE_PX = 1_000;

export interface FakeLayer {
  id: string;
  type: string;
  source?: string;
  paint?: Record<string, unknown>;
  layout?: Record<string, unknown>;
}

interface FakeStyle {
  sources: Record<string, object>;
  layers: FakeLayer[];
}

class FakeSource {
  data: unknown;
  readonly setData = jest.fn((data: unknown) => {
    this.data = data;
  });
  constructor(data: unknown) {
    this.data = data;
  }
}

// Where nothing is laid out, what has the focus is on top.
if (typeof document === 'object') document.elementFromPoint = () => FakeMap.cover ?? document.activeElement;

/** Throws when it is used after its removal, as mapbox-gl does. */
export class FakeMap extends FakeEvents {
  static all: FakeMap[] = [];
  /** False for a browser without WebGL: the constructor throws and leaves elements in the container. */
  static canDraw = true;
  /** What lies over all markers. */
  static cover: Element | null = null;
  sources = new Map<string, FakeSource>();
  layers: FakeLayer[] = [];
  markers = new Set<FakeMarker>();
  removed = false;
  readonly canvas = document.createElement('canvas');
  readonly touchZoomRotate = { disableRotation: jest.fn() };
  readonly keyboard = { disableRotation: jest.fn() };
  readonly flyTo = jest.fn();
  readonly easeTo = jest.fn();
  readonly jumpTo = jest.fn();
  readonly panBy = jest.fn();
  readonly resize = jest.fn();
  readonly options: { container: HTMLElement };

  constructor(options: FakeMap['options']) {
    super();
    this.options = options;
    this.canvas.getBoundingClientRect = () =>
      ({ top: 0, bottom: SIZE_PX, width: SIZE_PX, height: SIZE_PX }) as DOMRect;
    options.container.append(this.canvas);
    if (!FakeMap.canDraw) throw new Error('Failed to initialize WebGL.');
    FakeMap.all.push(this);
  }

  /** Simulates that the style has loaded. */
  finishStyle(): void {
    this.fire('style.load');
  }

  setStyle = jest.fn((style: FakeStyle) => this.take(style));

  private take(style: FakeStyle): void {
    this.sources = new Map(Object.keys(style.sources).map((id) => [id, new FakeSource(null)]));
    this.layers = style.layers.map((layer) => ({ ...layer }));
  }

  private alive(): void {
    if (this.removed) throw new TypeError('The map is gone');
  }

  /** West, south, east, north. */
  box: readonly [number, number, number, number] = [13.69, 45.19, 13.71, 45.21];
  getBounds() {
    const [west, south, east, north] = this.box;
    return {
      getWest: () => west,
      getSouth: () => south,
      getEast: () => east,
      getNorth: () => north,
    };
  }

  project(): { x: number; y: number } {
    return { x: 70, y: 10 };
  }

  /** On a plane, from the upper left corner of a square map. */
  unproject([x, y]: [number, number]) {
    const [west, south, east, north] = this.box;
    const lng = west + ((east - west) * x) / SIZE_PX;
    const lat = north - ((north - south) * y) / SIZE_PX;
    return { lng, lat, wrap: () => ({ lng, lat }) };
  }

  /** Without animation mapbox-gl fires its events before it returns. */
  fitBounds(box: FakeMap['box']): void {
    this.box = box;
    this.fire('moveend');
  }

  getCenter() {
    const [west, south, east, north] = this.box;
    return { lng: (west + east) / 2, lat: (south + north) / 2 };
  }

  moving = false;
  isMoving(): boolean {
    return this.moving;
  }

  zoom = 14;
  getZoom(): number {
    return this.zoom;
  }

  getContainer(): HTMLElement {
    return this.options.container;
  }

  getCanvas(): HTMLCanvasElement {
    return this.canvas;
  }

  getSource(id: string): FakeSource | undefined {
    this.alive();
    return this.sources.get(id);
  }

  addSource(id: string, { data }: { data: unknown }): void {
    this.alive();
    if (this.sources.has(id)) throw new Error(`There is already a source ${id}`);
    this.sources.set(id, new FakeSource(data));
  }

  removeSource(id: string): void {
    this.alive();
    if (this.layers.some((layer) => layer.source === id)) throw new Error(`A layer still draws ${id}`);
    this.sources.delete(id);
  }

  getStyle(): { layers: FakeLayer[] } {
    this.alive();
    return { layers: [...this.layers] };
  }

  getLayer(id: string): FakeLayer | undefined {
    this.alive();
    return this.layers.find((layer) => layer.id === id);
  }

  addLayer(layer: FakeLayer, beforeId?: string): void {
    this.alive();
    if (layer.source !== undefined && !this.sources.has(layer.source)) throw new Error('No such source');
    if (this.getLayer(layer.id)) throw new Error(`There is already a layer ${layer.id}`);
    const index = this.layers.findIndex(({ id }) => id === beforeId);
    const added = { ...layer, paint: { ...layer.paint }, layout: { ...layer.layout } };
    this.layers.splice(index === -1 ? this.layers.length : index, 0, added);
  }

  removeLayer(id: string): void {
    this.alive();
    this.layers = this.layers.filter((layer) => layer.id !== id);
  }

  setPaintProperty(id: string, name: string, value: unknown): void {
    const layer = this.getLayer(id);
    if (layer) layer.paint = { ...layer.paint, [name]: value };
  }

  setLayoutProperty(id: string, name: string, value: unknown): void {
    const layer = this.getLayer(id);
    if (layer) layer.layout = { ...layer.layout, [name]: value };
  }

  remove(): void {
    this.removed = true;
    this.canvas.remove();
  }
}

class FakeMarker extends FakeEvents {
  readonly element: HTMLElement;
  draggable = false;
  lngLat: [number, number] = [0, 0];
  map: FakeMap | null = null;

  constructor({ element }: { element: HTMLElement }) {
    super();
    this.element = element;
  }

  setLngLat(lngLat: [number, number]): this {
    this.lngLat = lngLat;
    return this;
  }

  getLngLat() {
    const [lng, lat] = this.lngLat;
    return { lng, lat, wrap: () => ({ lng, lat }) };
  }

  setDraggable(draggable: boolean): this {
    this.draggable = draggable;
    return this;
  }

  /** Simulates that the user drags and drops the marker. */
  dragTo(lngLat: [number, number]): void {
    this.fire('dragstart');
    this.lngLat = lngLat;
    this.fire('dragend');
  }

  addTo(map: FakeMap): this {
    this.map = map;
    map.markers.add(this);
    map.options.container.append(this.element);
    return this;
  }

  remove(): this {
    this.map?.markers.delete(this);
    this.element.remove();
    return this;
  }
}

/** Replaces the export of `mapboxLibrary.ts` in tests. */
export const mapboxgl = { Map: FakeMap, Marker: FakeMarker };
