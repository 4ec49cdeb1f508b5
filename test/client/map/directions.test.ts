import { directionsTo } from '#client/map/directions';

const PLACE = { latitude: 45.2, longitude: -13.7 };

test.each([
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36',
    'geo:45.2,-13.7?q=45.2,-13.7',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605.1',
    'https://maps.apple.com/?daddr=45.2,-13.7',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0',
    'https://www.openstreetmap.org/directions?to=45.2%2C-13.7',
  ],
])('given %s, then the way opens in the maps of that system', (userAgent, address) => {
  expect(directionsTo(PLACE, userAgent)).toBe(address);
});
