/*
 * Lets the bundler drop parts of libraries that the app does not use: 6 kB gz of the first load. What remains works as
 * before. When a later version of a library is written differently, `npm run size` fails.
 */
import { Transformer } from '@parcel/plugin';

/** By the end of a file's path: what to look for, and what to write instead. */
const EDITS = [
  // The bundler cannot tell that these calls and names have no effect, and keeps NavLink, Form and what they use.
  {
    file: /\/react-router\//u,
    from: /= (React\w*\.(?:forwardRef|createContext)\()/gu,
    to: '= /*#__PURE__*/ $1',
  },
  { file: /\/react-router\//u, from: /^\w+\.displayName = .*;$/gmu, to: '' },
  // No link fetches the next page ahead: only apps in the router's framework mode can.
  {
    file: /\/react-router\//u,
    from: /return shouldPrefetch && !isAbsolute \? .* : link;$/mu,
    to: 'return link;',
  },
  // Of Socket.IO's transports the app uses two (REALTIME_OPTIONS). Exported, the others would stay.
  {
    file: /\/(?:socket|engine)\.io-client\/build\/esm\/index\.js$/u,
    from: /^export .*(?:XHR|WS|WT|Fetch)\b.*$/gmu,
    to: '',
  },
  {
    file: /\/engine\.io-client\/build\/esm\/transports\/index\.js$/u,
    from: /^.*(?:webtransport\.js"|webtransport: WT).*$/gmu,
    to: '',
  },
  // A namespace within a namespace makes the bundler keep every pattern that zod knows. Nothing calls `hash`.
  { file: /\/mini\/schemas\.js$/u, from: /core\.regexes\[format\]/u, to: 'undefined' },
  { file: /\/mini\/schemas\.js$/u, from: /core\.regexes\./gu, to: 'regexes.' },
  { file: /\/mini\/schemas\.js$/u, from: /^/u, to: 'import * as regexes from "../core/regexes.js";\n' },
];

export default new Transformer({
  async transform({ asset }) {
    const path = asset.filePath.replaceAll('\\', '/');
    const edits = EDITS.filter(({ file }) => file.test(path));
    const code = await asset.getCode();
    asset.setCode(edits.reduce((text, { from, to }) => text.replace(from, to), code));
    return [asset];
  },
});
