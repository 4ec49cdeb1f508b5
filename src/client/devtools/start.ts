import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { createStorage } from '#client/services/storage';
import type { AppParts } from '#client/app/createApp.tsx';
import { mayShowInside } from './devToolsOptions';
import { createTools } from './tools';

const QUESTION =
  'Show the inside of Kinmap to developer tools? Whoever looks into them, other extensions of this browser too, sees your family’s positions, alerts and messages.';

/**
 * Starts what a developer has opened: the replay page, the app inside of it, or the app with tools, the last only by
 * the rule of `mayShowInside`.
 */
export function startForDevelopers(root: Element, app: AppParts): void {
  if (location.href === 'about:srcdoc')
    return void import('./ReplayedApp').then(({ startReplayedApp }) => startReplayedApp(root, app));
  if (location.pathname === '/replay')
    return void import('./replay/ReplayPage').then(({ startReplayPage }) =>
      startReplayPage(root, app.rootReducer),
    );
  const allowed = mayShowInside({
    production: process.env.NODE_ENV === 'production',
    asked: new URLSearchParams(location.search).has('devtools'),
    signedIn: createStorage().get(TOKEN_STORAGE_KEY) !== null,
    // Before anything runs, and nothing to make or to style: the browser's own question does.
    // oxlint-disable-next-line no-alert
    agrees: () => confirm(QUESTION),
  });
  if (!allowed) return void app.createApp(root);
  const tools = createTools(app.rootReducer);
  tools.attachTo(app.createApp(root, tools.instruments));
}
