import { createGeocoder } from '#client/services/geocoder';

const answers = (body: unknown, status = 200) => {
  const fetched = jest.fn(async (_address: string) => new Response(JSON.stringify(body), { status }));
  globalThis.fetch = fetched as unknown as typeof fetch;
  return fetched;
};
const original = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = original;
});

const search = (text: string) => createGeocoder('https://geo.example/').search(text);

it('given a search, then the request has Nominatim parameters and coordinates are numbers', async () => {
  const fetched = answers([{ display_name: 'Višnjan, Istria', lat: '45.2767', lon: '13.7170', extra: 1 }]);
  expect(await search('Višnjan 1 & 2')).toEqual([
    { name: 'Višnjan, Istria', latitude: 45.2767, longitude: 13.717 },
  ]);
  expect(fetched.mock.calls[0]?.[0]).toBe(
    'https://geo.example/search?format=json&q=Vi%C5%A1njan+1+%26+2&limit=5',
  );
});

it('given a result with invalid coordinates, then it is left out', async () => {
  answers([
    { display_name: 'a', lat: 'north', lon: '1' },
    { display_name: 'b', lat: '91', lon: '1' },
    { display_name: 'c', lat: 1, lon: 2 },
  ]);
  expect(await search('x')).toEqual([{ name: 'c', latitude: 1, longitude: 2 }]);
});

it.each([
  ['another form', { error: 'no' }, 200, 'Invalid input'],
  ['a refusal', [], 429, 'Status 429'],
])('given %s, then it fails', async (_what, body, status, sentence) => {
  answers(body, status);
  await expect(search('x')).rejects.toThrow(sentence);
});
