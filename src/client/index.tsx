import { appParts, createApp } from './app/createApp';
import './ui/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

/** Developers' tools load in development, with `?devtools`, and in the frame in which they show a replay. */
const developer =
  process.env.NODE_ENV !== 'production' ||
  location.search.includes('devtools') ||
  location.href === 'about:srcdoc';

if (developer)
  void import('./devtools/start').then(({ startForDevelopers }) => startForDevelopers(root, appParts));
else createApp(root);
