import { randomInt } from 'node:crypto';
import type { ChannelKind, NotifyChannel, NotifyChannelInput } from '#contract/channels';
import { CHANNELS_PER_USER } from '#contract/limits';
import type { Clock, Ids } from '#server/clock';
import type { NotifyChannelRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { sha256 } from '#server/hashes';
import { readAddress, readSecret } from './addresses';
import type { ChannelRepository } from './repository';
import type { ChannelMessage, SendToChannel } from './senders';

/** A person's channels: email, ntfy and webhooks. */
export interface ChannelService {
  list(userId: string): Promise<{ available: ChannelKind[]; channels: NotifyChannel[] }>;
  /**
   * Adds a channel and sends it a code; nothing else before that code is entered.
   * @param origin of the app's pages, for links
   * @throws DomainError 502 when the code cannot be sent
   */
  add(userId: string, input: NotifyChannelInput, origin: string): Promise<NotifyChannel>;
  /** @throws DomainError 400 for a wrong code, 409 after too many or too late */
  confirm(userId: string, id: string, code: string): Promise<NotifyChannel>;
  /** Sends a message now. @throws DomainError 502 when it is not taken */
  test(userId: string, id: string): Promise<void>;
  remove(userId: string, id: string): Promise<void>;
  /** Deletes channels whose code was not entered in time. */
  deleteExpired(): Promise<void>;
}

export interface ChannelDeps {
  channels: ChannelRepository;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (stored: ChannelRepository) => Promise<Result>): Promise<Result>;
  send: SendToChannel;
  /** The kinds that this server can send to. */
  available: readonly ChannelKind[];
  /** Hosts in the operator's own network that may be sent to. */
  hosts: readonly string[];
  clock: Clock;
  ids: Ids;
}

const CODE_LIFE_MS = 30 * 60_000;
const CODE_TRIES = 5;

/** @see ChannelService */
export function channelService(deps: ChannelDeps): ChannelService {
  const { channels, inTransaction, available, clock } = deps;

  async function byId(userId: string, id: string): Promise<NotifyChannelRow> {
    const channel = await channels.byId(userId, id);
    if (!channel) throw new DomainError('channel_not_found');
    return channel;
  }

  return {
    async list(userId) {
      const rows = await channels.list(userId, clock.now());
      return { available: [...available], channels: rows.map(asChannel) };
    },
    add: (userId, input, origin) => add(deps, userId, input, origin),
    async confirm(userId, id, code) {
      const now = clock.now();
      // Every attempt counts, so nothing is thrown inside the transaction.
      const entered = await inTransaction(async (stored) => {
        const tried = await stored.countTry(userId, id);
        const isOver = !tried || tried.code_tries > CODE_TRIES || (tried.code_expires_at ?? 0) <= now;
        const isRight = !isOver && tried.code_hash === codeHash(id, code);
        if (isRight) await stored.confirm(id, now);
        return { tried, isOver, isRight };
      });
      if (entered.tried && !entered.isRight)
        throw new DomainError(entered.isOver ? 'channel_code_expired' : 'channel_code_wrong');
      return asChannel(await byId(userId, id));
    },
    async test(userId, id) {
      const channel = await byId(userId, id);
      if (channel.confirmed_at === null) throw new DomainError('channel_not_confirmed');
      await sendNow(deps, channel, {
        kind: 'test',
        title: 'Kinmap',
        text: 'Alerts reach you here.',
      });
    },
    async remove(userId, id) {
      if (!(await inTransaction((stored) => stored.remove(userId, id))))
        throw new DomainError('channel_not_found');
    },
    deleteExpired: () => inTransaction((stored) => stored.deleteUnconfirmed(clock.now())),
  };
}

async function add(
  deps: ChannelDeps,
  userId: string,
  { kind, address, secret, scope }: NotifyChannelInput,
  origin: string,
): Promise<NotifyChannel> {
  const { channels, inTransaction, available, hosts, clock, ids } = deps;
  if (!available.includes(kind)) throw new DomainError('email_unavailable');
  const now = clock.now();
  const id = ids.next();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const channel: NotifyChannelRow = {
    id,
    user_id: userId,
    kind,
    address: readAddress(kind, address, hosts),
    secret: readSecret(kind, secret),
    scope,
    origin,
    code_hash: codeHash(id, code),
    code_expires_at: now + CODE_LIFE_MS,
    code_tries: 0,
    confirmed_at: null,
    created_at: now,
  };
  await requireRoom(channels, channel, now);
  // Sent first: a channel that cannot be reached is not stored.
  await sendNow(deps, channel, {
    kind: 'code',
    title: 'Your code for Kinmap',
    text: `Your code is ${code}. Enter it in Kinmap within 30 minutes. If you did not ask for it, you can ignore this message.`,
  });
  await inTransaction(async (stored) => {
    await stored.deleteUnconfirmed(now);
    await requireRoom(stored, channel, now);
    await stored.save(channel);
  });
  return asChannel(channel);
}

/** @throws DomainError 409 when the person has this channel, or as many as there can be */
async function requireRoom(
  stored: ChannelRepository,
  { user_id, kind, address }: NotifyChannelRow,
  now: number,
): Promise<void> {
  const own = await stored.list(user_id, now);
  const same = own.find((other) => other.kind === kind && other.address === address);
  if (same?.confirmed_at) throw new DomainError('channel_exists');
  // One that waits for its code is replaced.
  if (!same && own.length >= CHANNELS_PER_USER) throw new DomainError('channel_limit');
}

/** @throws DomainError 502, whatever the reason, which could reveal networks that the person cannot see */
async function sendNow(
  { send, clock, ids }: ChannelDeps,
  channel: NotifyChannelRow,
  content: Pick<ChannelMessage, 'kind' | 'title' | 'text'>,
): Promise<void> {
  const message = { ...content, id: ids.next(), at: clock.now(), url: `${channel.origin}/notifications` };
  const { kind } = await send(channel, message);
  if (kind !== 'accepted') throw new DomainError('channel_not_reached');
}

/** The id makes the same code of two channels differ. */
const codeHash = (id: string, code: string): string => sha256(`${id} ${code}`);

const asChannel = ({ id, kind, address, confirmed_at, scope }: NotifyChannelRow): NotifyChannel => ({
  id,
  kind,
  address,
  confirmed: confirmed_at !== null,
  scope,
});
