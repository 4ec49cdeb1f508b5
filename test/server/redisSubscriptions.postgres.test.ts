import { connectRedis } from '#server/sockets/redis';
import { startOwnRedis } from '../support/stores';
import { waitUntil } from './support/socket';

it('given a channel that is left, when it is subscribed to again at once, then its messages arrive', async () => {
  const redis = await startOwnRedis();
  const connection = await connectRedis(redis.url);
  const received: string[] = [];
  const onMessage = (message: Buffer): void => void received.push(message.toString());
  connection.subscribe('family', onMessage);
  await connection.run((client) => client.ping());
  connection.unsubscribe('family');
  connection.subscribe('family', onMessage);
  connection.unsubscribe('family');
  connection.subscribe('family', onMessage);
  await waitUntil(async () => {
    connection.publish('family', 'hello');
    await new Promise((resolve) => setTimeout(resolve, 50));
    return received.length > 0;
  });
  expect(new Set(received)).toEqual(new Set(['hello']));
  await connection.close();
  await redis.stop();
});
