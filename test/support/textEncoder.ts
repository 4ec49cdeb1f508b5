import { TextEncoder } from 'node:util';

// Browsers have one, which React Router asks for as soon as it is loaded; jsdom has none.
globalThis.TextEncoder = TextEncoder;
