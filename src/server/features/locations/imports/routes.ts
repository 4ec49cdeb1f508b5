import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import { Streamed } from '#server/http/streamed';
import type { ExportService } from '../exports/service';
import type { ImportService } from './service';

/** Positions as files, in and out. */
export function importRoutes(
  api: Api,
  { imports, positionExports }: { imports: ImportService; positionExports: ExportService },
  limits: RateLimits,
): void {
  api.forSignedIn(routes.listImports, ({ user }) => imports.list(user.userId));

  api.forSignedIn(routes.createImport, async ({ user, query, upload }) => {
    await limits.consume('import', user.userId);
    return imports.read(user.userId, { name: query.name, timeZone: query.tz ?? 'UTC' }, upload());
  });

  api.forSignedIn(routes.acceptImport, ({ user, params, body }) =>
    imports.accept(user.userId, params.id, body.shared ?? false),
  );

  api.forSignedIn(routes.deleteImport, ({ user, params }) => imports.undo(user.userId, params.id));

  api.forSignedIn(routes.exportPositions, async ({ user, params, query }) => {
    await limits.consume('import', user.userId);
    const { format, from, to, tz } = query;
    const file = await positionExports.file(user.userId, params.userId, {
      format,
      from,
      to,
      timeZone: tz ?? 'UTC',
    });
    return new Streamed(file.type, file.text);
  });
}
