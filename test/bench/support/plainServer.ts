import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Server } from 'socket.io';
import { clientEvents } from '#contract/events';
import { type FenceState, type LocationSample, UNKNOWN_STATE, evaluateFix } from '#shared/geofences';
import { fenceCenter } from './town';

/**
 * Does the product's work in the simplest way: checks each fix, stores it in a commit of its own, emits it on its own and
 * evaluates one geofence after the other.
 * @param fences geofences of each family
 */
export function handleOneByOne(io: Server, fences: number): void {
  const storeFix = openFixStore();
  const circles = Array.from({ length: fences }, (_, number) => ({
    ...fenceCenter(number),
    radius: 100,
    revision: 1,
  }));
  io.on('connection', (socket) => {
    const [familyId = '', userId = ''] = String(socket.handshake.auth['token']).split(' ');
    const states: FenceState[] = circles.map(() => UNKNOWN_STATE);
    void socket.join(familyId);
    socket.on('location:update', (sent: unknown, acknowledge: (ack: object) => void) => {
      const { success, data } = clientEvents['location:update'].safeParse(sent);
      if (!success) return acknowledge({ error: 'This is no location' });
      const { latitude, longitude, accuracy = null, timestamp = new Date().toISOString() } = data;
      const fix = { latitude, longitude, accuracy, at: Date.parse(timestamp) };
      storeFix(userId, fix);
      socket.to(familyId).emit('location:updated', { userId, latitude, longitude, accuracy, timestamp });
      for (const [index, circle] of circles.entries()) {
        const { state, event } = evaluateFix(states[index] ?? UNKNOWN_STATE, fix, circle);
        states[index] = state;
        if (event) socket.to(familyId).emit(`geofence:${event}`, { userId, familyId, timestamp });
      }
      acknowledge({ ok: true });
    });
  });
}

/** @returns stores a fix as durably as the product does, also as the member's newest */
function openFixStore(): (userId: string, fix: LocationSample) => void {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = new BetterSqlite(join(folder, 'plain.sqlite'));
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  const columns = 'user_id text, at integer, latitude real, longitude real, accuracy real';
  file.exec(`create table fixes (${columns}, primary key (user_id, at)) without rowid`);
  file.exec(`create table newest (${columns}, primary key (user_id)) without rowid`);
  const inserts = [
    file.prepare('insert or ignore into fixes values (?, ?, ?, ?, ?)'),
    file.prepare('insert or replace into newest values (?, ?, ?, ?, ?)'),
  ];
  return file.transaction((userId: string, { at, latitude, longitude, accuracy }: LocationSample) => {
    for (const insert of inserts) insert.run(userId, at, latitude, longitude, accuracy);
  });
}
