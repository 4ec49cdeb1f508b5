/** A guard that is taken out, and the test that has to notice. */
export interface Mutation {
  /** What is taken out. */
  readonly guard: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** File of the test. */
  readonly test: string;
  /** Part of its title. */
  readonly title: string;
}

const server = (file: string): string => `src/server/${file}.ts`;
const tests = (file: string): string => `test/server/${file}.test.ts`;

/** Who somebody is. */
const sessions: Mutation[] = [
  {
    guard: 'a token of before the last password change is dead',
    file: server('features/session/service'),
    find: '(await users.tokenVersion(claims.userId)) !== claims.version',
    replace: '(await users.tokenVersion(claims.userId)) === undefined',
    test: tests('tokens'),
    title: 'given the version of the person was raised, then every older token is dead',
  },
  {
    guard: 'a token of another type is no session',
    file: server('features/session/tokens'),
    find: '          typ: TYPE,\n',
    replace: '',
    test: tests('tokens'),
    title: 'given a token with another type',
  },
  {
    guard: 'a token needs an expiry',
    file: server('features/session/tokens'),
    find: "['sub', 'iat', 'exp', 'ver']",
    replace: "['sub', 'iat', 'ver']",
    test: tests('tokens'),
    title: 'given a token with no expiry',
  },
  {
    guard: 'no token outlives 30 days, whatever it says',
    file: server('features/session/tokens'),
    find: 'exp - iat > TOKEN_LIFE_SECONDS || ',
    replace: '',
    test: tests('tokens'),
    title: 'given a token with an issue time 31 days ago',
  },
  {
    guard: 'a socket whose token has died is refused and closed',
    file: server('plugins/sockets'),
    find: 'if (socket.data.expiresAt <= now) socket.conn.close();',
    replace: 'if (socket.data.expiresAt <= 0) socket.conn.close();',
    test: tests('sockets'),
    title: 'given a token that dies while its socket is open',
  },
  {
    guard: 'a password is compared also when nobody has the email',
    file: server('features/session/service'),
    find: 'const matches = await passwords.verify(user?.password_hash ?? nobodysHash, password);',
    replace:
      'const matches = user ? await passwords.verify(user.password_hash, password) : nobodysHash === password;',
    test: tests('accounts'),
    title: 'then the times do not tell them apart',
  },
  {
    guard: 'common passwords are refused',
    file: server('features/session/commonPasswords'),
    find: 'return COMMON.has(small)',
    replace: 'return COMMON.has(`${small} `)',
    test: tests('accounts'),
    title: 'given the first 3,000 of a list of leaked ones',
  },
  {
    guard: 'the queue of hashes is bounded',
    file: server('features/session/passwords'),
    find: 'if (queue.length() >= limits.waiting)',
    replace: 'if (queue.length() < 0)',
    test: tests('accounts'),
    title: 'given two at work and some waiting',
  },
  {
    guard: 'guesses count against the account, wherever they come from',
    file: server('features/session/routes'),
    find: "          ['wrongLoginToAccount', body.email],\n",
    replace: '',
    test: tests('knownDevices'),
    title: 'given guesses from many addresses',
  },
  {
    guard: "a known device is one of this account's",
    file: server('features/session/service'),
    find: 'user && user.id === device.userId',
    replace: 'user && device.userId',
    test: tests('knownDevices'),
    title: 'given a mark of another account',
  },
  {
    guard: 'an invented X-Forwarded-For changes nothing',
    file: server('plugins/peers'),
    find: ': () => false;',
    replace: ': () => true;',
    test: tests('floods'),
    title: 'given 100 connections of one address that say nothing',
  },
  {
    guard: 'a known sample is no secret',
    file: server('config'),
    find: 'if (SAMPLE_SECRETS.test(text))',
    replace: "if (text === '')",
    test: tests('config'),
    title: 'given JWT_SECRET=your-secret-key-of-more-than-32-letters',
  },
  {
    guard: 'changing the password closes every socket',
    file: server('features/account/service'),
    find: "meanwhile');\n      realtime.disconnect(personId);",
    replace: "meanwhile');",
    test: tests('privacy'),
    title: 'when their person changes the password',
  },
];

/** Who may know and do what. */
const access: Mutation[] = [
  {
    guard: 'a geofence is made by members only',
    file: server('features/geofences/service'),
    find: 'if (!(await stored.isMember(userId, given.familyId)))',
    replace: "if (given.familyId === '')",
    test: tests('authorisation'),
    title: 'given other, when they call createGeofence',
  },
  {
    guard: 'a history is for those who share a family',
    file: server('features/locations/service'),
    find: "if (since === undefined) throw new Refusal(404, 'This person was not found');",
    replace: '',
    test: tests('authorisation'),
    title: 'given other, when they call locationHistory',
  },
  {
    guard: 'a history begins with the later joining',
    file: server('features/locations/service'),
    find: 'Math.max(start, since)',
    replace: 'Math.max(start, -Infinity)',
    test: tests('privacy'),
    title: 'then the history of both begins with the later joining',
  },
  {
    guard: 'only admins decide about a family',
    file: server('features/membership/service'),
    find: "  if (!caller.isAdmin) throw new Refusal(403, 'Only an admin of the family may do this');\n",
    replace: '',
    test: tests('authorisation'),
    title: 'given member, when they call updateFamily',
  },
  {
    guard: 'an account is changed by its owner only',
    file: server('features/account/service'),
    find: 'if (viewerId !== personId) throw new Refusal(403',
    replace: "if (viewerId === '') throw new Refusal(403",
    test: tests('authorisation'),
    title: 'given other, when they call updateUser',
  },
  {
    guard: 'a chat is read and written by members only',
    file: server('features/chat/service'),
    find: 'if (!(await stored.isMember(familyId, userId))) throw notInFamily();',
    replace: "if (familyId === '') throw notInFamily();",
    test: tests('authorisation'),
    title: 'given other, when they call familyMessages',
  },
  {
    guard: 'an invitation is accepted by the invited only',
    file: server('features/invitations/repository'),
    find: ".where('id', '=', id)\n        .where('user_id', '=', userId)",
    replace: ".where('id', '=', id)",
    test: tests('authorisation'),
    title: 'given loner, when they call acceptInvitation',
  },
  {
    guard: 'whoever is removed leaves the rooms at once',
    file: server('plugins/realtime'),
    find: 'io.in(roomOfPerson(userId)).socketsLeave(roomOfFamily(familyId));',
    replace: '',
    test: tests('privacy'),
    title: 'given a thousand positions on their way, when their sender is removed',
  },
  {
    guard: 'answers about people are kept by no cache',
    file: server('plugins/contractRoutes'),
    find: "reply.header('cache-control', 'no-store');",
    replace: '',
    test: tests('authorisation'),
    title: 'given an address with an encoded letter, when a member calls it',
  },
];

/** What comes in, and how much of it. */
const inputs: Mutation[] = [
  {
    guard: "other sites' pages open no socket",
    file: server('plugins/sockets'),
    find: 'if (!isOwnOrigin(request, deps.publicOrigins))',
    replace: "if (request.url === '')",
    test: tests('sockets'),
    title: 'given a page of https://evil.example, then it is refused with 403',
  },
  {
    guard: 'events that the contract does not know reach nobody',
    file: server('plugins/onValidated'),
    find: "typeof event === 'string' && Object.hasOwn(clientEvents, event)",
    replace: "typeof event === 'string'",
    test: tests('sockets'),
    title: 'given the unknown event "error"',
  },
  {
    guard: 'nothing but JSON is understood',
    file: server('plugins/json'),
    find: '  app.removeAllContentTypeParsers();\n',
    replace: "  app.removeContentTypeParser('application/json');\n",
    test: tests('inputs'),
    title: 'given text, then 415',
  },
  {
    guard: 'a silent connection is closed',
    file: server('plugins/sockets'),
    find: 'connectTimeout: deps.handshakeTimeoutMs',
    replace: 'connectTimeout: 60_000',
    test: tests('floods'),
    title: 'given a connection that never says who it is',
  },
  {
    guard: 'an address has a hundred connections',
    file: server('plugins/socketLimits'),
    find: 'CONNECTIONS_PER_ADDRESS = 100',
    replace: 'CONNECTIONS_PER_ADDRESS = 100_000',
    test: tests('floods'),
    title: 'given 100 connections of one address that say nothing',
  },
  {
    guard: 'a person has ten sockets',
    file: server('plugins/sockets'),
    find: 'SOCKETS_PER_PERSON = 10',
    replace: 'SOCKETS_PER_PERSON = 10_000',
    test: tests('floods'),
    title: 'given 10 open tabs of one person',
  },
  {
    guard: 'a socket that sends without end is closed',
    file: server('plugins/socketLimits'),
    find: 'PACKETS_PER_WINDOW = 600',
    replace: 'PACKETS_PER_WINDOW = 600_000',
    test: tests('floods'),
    title: 'given thousands of events from one socket',
  },
  {
    guard: 'nothing piles up for a slow reader',
    file: server('plugins/socketLimits'),
    find: 'if (packets <= WAITING_PACKETS_MAX && length <= WAITING_LENGTH_MAX) return;',
    replace: 'if (packets > 0) return;',
    test: tests('floods'),
    title: 'given somebody who stops reading',
  },
  {
    guard: 'too high a load is shed',
    file: server('plugins/load'),
    find: "route.who !== 'anyone' && load.isTooHigh()",
    replace: "route.who !== 'anyone' && false",
    test: tests('floods'),
    title: 'given a load that is too high',
  },
  {
    guard: 'slow headers and bodies are cut off',
    file: server('app'),
    find: 'connectionsCheckingInterval: timeouts.check',
    replace: 'connectionsCheckingInterval: 5_000',
    test: tests('http'),
    title: 'given headers or a body that come slowly',
  },
];

/** What goes out and what is kept. */
const traces: Mutation[] = [
  {
    guard: 'settings in the page are text',
    file: server('plugins/staticFiles'),
    find: 'escapeHtml(JSON.stringify(',
    replace: '((text: string) => text)(JSON.stringify(',
    test: tests('http'),
    title: 'given settings with markup in them',
  },
  {
    guard: 'hidden files are served to nobody',
    file: server('plugins/staticFiles'),
    find: '!/(\\/|\\.map|\\.br|\\.gz|^\\/*index\\.html)$/iu.test(path)',
    replace: 'true',
    test: tests('http'),
    title: 'given /index.0a1b2c3d.js.map, then 404 and nothing of it',
  },
  {
    guard: 'the log has patterns instead of addresses',
    file: server('plugins/log'),
    find: "route: routeOptions.url ?? 'none'",
    replace: 'route: routeOptions.url ? request.url : request.url',
    test: tests('privacy'),
    title: 'then the log at its most talkative holds nothing of it',
  },
  {
    guard: 'old positions are forgotten',
    file: server('features/locations/service'),
    find: 'await inTransaction((stored) => stored.forgetBefore(userId, oldest));',
    replace: 'void userId;',
    test: tests('privacy'),
    title: 'then the daily work forgets what is older',
  },
  {
    guard: 'a log that has lost commits is refused',
    file: server('db/walCheck'),
    find: 'if (commitBehind && isOurs) return end;',
    replace: '',
    test: 'test/server/storage.sqlite.test.ts',
    title: 'given a flipped bit in a page in the middle',
  },
  {
    guard: 'a new password that everybody knows is no guess',
    file: server('features/account/routes'),
    find: '    accounts.refuseCommon(body.newPassword);\n    await',
    replace: '    await',
    test: tests('rateLimits'),
    title: 'given new passwords that everybody knows',
  },
  {
    guard: 'a picture is what its bytes say',
    file: server('features/account/pictures'),
    find: "if (!found) throw new Refusal(400, 'A profile picture must be a PNG, JPEG or WebP picture');",
    replace: "if (!found) return { type: 'image/png', data: bytes.toString('base64') };",
    test: tests('account'),
    title: 'then one sentence says what is wrong and the old picture stays',
  },
];

export const MUTATIONS: readonly Mutation[] = [...sessions, ...access, ...inputs, ...traces];
