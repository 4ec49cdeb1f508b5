import type { ReadFile } from '../support/fixFiles';
import { NOW, readBytes, readText } from '../support/fixFiles';

const T1 = '2021-03-04T05:06:07Z';
const T2 = '2021-03-04T05:16:07Z';
const AT1 = Date.parse(T1);
const AT2 = Date.parse(T2);

/** A fix at the place that most samples have. */
const fix = (at: number, accuracy: number | null = null) => ({
  at,
  latitude: 46.05,
  longitude: 14.5,
  accuracy,
});

const expectFixes = ({ fixes, skipped, error }: ReadFile, expected: unknown[], expectedSkipped = 0): void => {
  expect({ fixes, skipped, error }).toEqual({ fixes: expected, skipped: expectedSkipped, error: undefined });
};

describe('Given a GPX file', () => {
  const gpx = (content: string): Promise<ReadFile> =>
    readText(`<?xml version="1.0"?><!-- a track --><gpx xmlns:a="urn:a">${content}</gpx>`);

  it('when it has tracks, routes and waypoints, then those with a time are read', async () => {
    const file = await gpx(
      `<wpt lat="46.05" lon="14.5"><time>${T1}</time><name>Home</name></wpt><wpt lat="46" lon="14"/>` +
        `<rte><rtept lat="46.05" lon="14.5"><time>${T2}</time></rtept></rte>` +
        `<trk><trkseg><trkpt lat="46.05" lon="14.5"><time>${T2}</time></trkpt></trkseg></trk>`,
    );
    expectFixes(file, [fix(AT1), fix(AT2), fix(AT2)], 1);
  });

  it('when extensions name the accuracy in any namespace, then it is read', async () => {
    const file = await gpx(
      `<trk><trkseg><trkpt lat="46.05" lon="14.5"><hdop>3</hdop><extensions><a:x><a:accuracy>12.5</a:accuracy>` +
        `<time>1999-01-01T00:00:00Z</time></a:x></extensions><time><![CDATA[${T1}]]></time></trkpt></trkseg></trk>`,
    );
    expectFixes(file, [fix(AT1, 12.5)]);
  });

  it('when elements have a prefix and times an offset, then they are read', async () => {
    const file = await readText(
      `<g:gpx xmlns:g="urn:g"><g:trkpt lat="46.05" lon="14.5"><g:time>2021-03-04T07:06:07+02:00</g:time></g:trkpt></g:gpx>`,
    );
    expectFixes(file, [fix(AT1)]);
  });
});

describe('Given a KML file', () => {
  const kml = (content: string): Promise<ReadFile> =>
    readText(`<kml xmlns:gx="urn:gx"><Document><Folder>${content}</Folder></Document></kml>`);

  it('when it has a track, then the nth time belongs to the nth position', async () => {
    const file = await kml(
      `<Placemark><gx:MultiTrack><gx:Track><when>${T1}</when><when>never</when><when>${T2}</when><when>${T2}</when>` +
        `<gx:coord>14.5 46.05 300</gx:coord><gx:coord>1 2 3</gx:coord><gx:coord>14.5 46.05</gx:coord></gx:Track>` +
        `<gx:Track><gx:coord>14.5 46.05 0</gx:coord><when>${T1}</when></gx:Track></gx:MultiTrack></Placemark>`,
    );
    expectFixes(file, [fix(AT1), fix(AT2), fix(AT1)], 2);
  });

  it('when placemarks have a point and a time or a span, then its ends are read', async () => {
    const point = '<Point><coordinates> 14.5,46.05,0 </coordinates></Point>';
    const file = await kml(
      `<Placemark><LookAt><gx:TimeStamp><when>1999-01-01T00:00:00Z</when></gx:TimeStamp></LookAt>` +
        `<TimeStamp><when>${T1}</when></TimeStamp>${point}</Placemark>` +
        `<Placemark>${point}<TimeSpan><begin>${T1}</begin><end>${T2}</end></TimeSpan></Placemark>` +
        `<Placemark>${point}</Placemark><Placemark><TimeStamp><when>${T1}</when></TimeStamp></Placemark>`,
    );
    expectFixes(file, [fix(AT1), fix(AT1), fix(AT2)], 1);
  });
});

describe('Given a GeoJSON file', () => {
  const point = { type: 'Point', coordinates: [14.5, 46.05, 300] };
  const feature = (properties: object, geometry: object = point) => ({
    type: 'Feature',
    geometry,
    properties,
  });

  it.each([
    ['time', T1],
    ['timestamp', AT1],
    ['timestamp', AT1 / 1000],
    ['dateTime', '2021-03-04 05:06:07'],
    ['recorded_at', '2021-03-04T05:06:07.000+00:00'],
    ['Date', '2021/03/04 05:06:07'],
  ])('when points have the time as %s: %s, then they are read', async (name, time) => {
    const features = [feature({ [name]: time, horizontalAccuracy: 8 })];
    expectFixes(await readText(JSON.stringify({ type: 'FeatureCollection', features })), [fix(AT1, 8)]);
  });

  it('when lines have times, then each position with one is read', async () => {
    const line = { type: 'LineString', coordinates: [[14.5, 46.05], [14.5, 46.05, 3], [14.5, 46.05], 'x'] };
    const lines = { type: 'MultiLineString', coordinates: [[[14.5, 46.05]], [[14.5, 46.05]]] };
    const features = [
      feature({ coordTimes: [T1, T2] }, line),
      feature({ coordinateProperties: { times: [[T1], [T2]] } }, lines),
      feature({ time: T1 }, { type: 'Polygon', coordinates: [] }),
      { type: 'Feature', geometry: null, properties: { time: T1 } },
    ];
    const file = await readText(JSON.stringify({ features, type: 'FeatureCollection' }));
    expectFixes(file, [fix(AT1), fix(AT2), fix(AT1), fix(AT2)], 4);
  });

  it('when it is one feature or a bare list of features, then they are read', async () => {
    expectFixes(await readText(JSON.stringify(feature({ time: T1 }))), [fix(AT1)]);
    expectFixes(await readText(JSON.stringify([feature({ time: T1 }), feature({})])), [fix(AT1)], 1);
  });

  it('when it is a bare geometry, then its positions have no time', async () => {
    const file = await readText(JSON.stringify(point));
    expect(file).toEqual({ format: 'geojson', fixes: [], skipped: 1, error: undefined });
  });
});

describe('Given a table', () => {
  it.each([
    ['commas', `Latitude,Longitude,Timestamp\n46.05,14.5,${T1}\n`],
    ['a byte order mark and CR LF', `\uFEFFlat,lng,datetime\r\n46.05,14.5,2021-03-04 05:06:07\r\n`],
    ['quotes', `"name","lat","lon","time"\n"Home, ""sweet""\nhome","46.05","14.5","${T1}"`],
    ['semicolons and decimal commas', `time;lat (°);lon (°)\n${T1};46,05;14,5`],
    ['tabs and seconds', `tst\tlat\tlong\n${AT1 / 1000}\t46.05\t14.5\n`],
    ['milliseconds', `timestampMs,latitude,longitude\n${AT1},46.05,14.5\n`],
    ['a date and a time', 'DATE,TIME,LATITUDE,LONGITUDE\n2021/03/04,05:06:07,46.05,14.5\n'],
    ['a date that has the time', `date,lat,lon\n${T1},46.05,14.5\n`],
    ['a date beside a full time', `date,time,lat,lon\n2021-03-04,${T1},46.05,14.5\n`],
    ['empty lines', `\n\nlat,lon,time\n\n46.05,14.5,${T1}\n\n`],
  ])('when it has %s, then it is read', async (_name, text) => {
    const file = await readText(text);
    expect(file.format).toBe('csv');
    expectFixes(file, [fix(AT1)]);
  });

  it('when rows are short, long or wrong, then only those are skipped', async () => {
    const file = await readText(
      `lat,lon,time,accuracy,hdop\n46.05,14.5,${T1},9,1,more\n46.05\nx,14.5,${T1}\n46.05,14.5,2021-02-30T00:00:00Z\n46.05,14.5,${T2},-1,1\n`,
    );
    expectFixes(file, [fix(AT1, 9), fix(AT2)], 3);
  });

  it('when it is UTF-16 with a byte order mark, then it is read', async () => {
    const text = `\uFEFFlat\tlon\ttime\n46.05\t14.5\t${T1}\n`;
    expectFixes(await readBytes([Buffer.from(text, 'utf16le')]), [fix(AT1)]);
    expectFixes(await readBytes([Buffer.from(text, 'utf16le').swap16()]), [fix(AT1)]);
  });
});

describe('Given an export of Google', () => {
  it('when it is Records.json, then old and new times are read and overflowed degrees restored', async () => {
    const locations = [
      { latitudeE7: 460_500_000, longitudeE7: 145_000_000, accuracy: 20, timestamp: T1 },
      { latitudeE7: 460_500_000, longitudeE7: 145_000_000, timestampMs: String(AT2) },
      { latitudeE7: 4_294_967_295 - 337_999_999, longitudeE7: 4_294_967_296 - 700_000_000, timestamp: T1 },
      { timestamp: T1 },
    ];
    expectFixes(
      await readText(JSON.stringify({ locations })),
      [fix(AT1, 20), fix(AT2), { at: AT1, latitude: -33.8, longitude: -70, accuracy: null }],
      1,
    );
  });

  it('when it is the Semantic Location History, then movements and visits are read', async () => {
    const location = { latitudeE7: 460_500_000, longitudeE7: 145_000_000 };
    const points = [{ latE7: 460_500_000, lngE7: 145_000_000, timestampMs: String(AT2), accuracyMeters: 7 }];
    const duration = { startTimestamp: T1, endTimestamp: T2 };
    const timelineObjects = [
      {
        activitySegment: {
          startLocation: location,
          endLocation: location,
          duration: { startTimestampMs: String(AT1), endTimestampMs: String(AT2) },
          simplifiedRawPath: { points },
        },
      },
      { placeVisit: { location, duration } },
      { placeVisit: { centerLatE7: 460_500_000, centerLngE7: 145_000_000, duration } },
      {},
    ];
    expectFixes(
      await readText(JSON.stringify({ timelineObjects })),
      [fix(AT1), fix(AT2, 7), fix(AT2), fix(AT1), fix(AT2), fix(AT1), fix(AT2)],
      1,
    );
  });

  it('when it is from an Android phone, then segments and raw signals are read', async () => {
    const latLng = '46.0500000°, 14.5000000°';
    const semanticSegments = [
      {
        startTime: T1,
        endTime: T2,
        timelinePath: [{ point: latLng, time: '2021-03-04T06:06:07.000+01:00' }],
      },
      { startTime: T1, endTime: T2, visit: { topCandidate: { placeLocation: { latLng } } } },
      { startTime: T1, endTime: T2, activity: { start: { latLng }, end: { latLng } } },
      { startTime: T1, endTime: T2, timelineMemory: { trip: {} } },
    ];
    const rawSignals = [
      { position: { LatLng: latLng, accuracyMeters: 13, timestamp: T1, source: 'GPS' } },
      { wifiScan: { deliveryTime: T1 } },
    ];
    const file = await readText(JSON.stringify({ semanticSegments, rawSignals, userLocationProfile: {} }));
    expect(file.format).toBe('googlePhone');
    expectFixes(file, [fix(AT1), fix(AT1), fix(AT2), fix(AT1), fix(AT2), fix(AT1, 13)]);
    expectFixes(await readText(JSON.stringify({ rawSignals })), [fix(AT1, 13)]);
  });

  it('when it is from an iPhone, then its segments are read', async () => {
    const place = 'geo:46.050000,14.500000';
    const file = await readText(
      JSON.stringify([
        {
          startTime: T1,
          endTime: T2,
          timelinePath: [
            { point: place, durationMinutesOffsetFromStartTime: '10' },
            { point: 'geo:nowhere' },
          ],
        },
        { startTime: T1, endTime: T2, visit: { topCandidate: { placeLocation: place } } },
        { startTime: T1, endTime: T2, activity: { start: place, end: place } },
      ]),
    );
    expect(file.format).toBe('googlePhone');
    expectFixes(file, [fix(AT2), fix(AT1), fix(AT2), fix(AT1), fix(AT2)], 1);
  });
});

describe('Given a log of OwnTracks', () => {
  const message = { _type: 'location', lat: 46.05, lon: 14.5, acc: 11, tst: AT1 / 1000 };

  it('when it is of the recorder, then its locations are read', async () => {
    const file = await readText(
      `${T2}\t*                 \t${JSON.stringify(message)}\n` +
        `${T2}\t*                 \t${JSON.stringify({ ...message, tst: undefined, acc: undefined })}\r\n` +
        `${T2}\tlwt               \t{"_type":"lwt","tst":1}\n` +
        `${T2}\t*                 \t{"_type":"encrypted","data":"x"}\n${T2}\t*\t{broken\n\n`,
    );
    expect(file.format).toBe('owntracks');
    expectFixes(file, [fix(AT1, 11), fix(AT2)], 2);
  });

  it('when it is a list of messages, then its locations are read', async () => {
    expectFixes(await readText(JSON.stringify([message, { _type: 'card' }])), [fix(AT1, 11)]);
    expectFixes(await readText(JSON.stringify({ count: 1, data: [message] })), [fix(AT1, 11)]);
  });
});

it('given a file of Overland, when it has invalid places and actions, then only the fixes are read', async () => {
  const feature = (properties: object) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [14.5, 46.05] },
    properties: { timestamp: T1, ...properties },
  });
  const locations = [
    feature({ horizontal_accuracy: 30 }),
    feature({ horizontal_accuracy: -1 }),
    feature({ action: 'visit' }),
    feature({ type: 'trip' }),
  ];
  const current = feature({ timestamp: T2, horizontal_accuracy: 5 });
  const file = await readText(JSON.stringify({ locations, current }));
  expect(file.format).toBe('overland');
  expectFixes(file, [fix(AT1, 30), fix(AT2, 5)], 1);
});

describe('Given fixes that cannot be', () => {
  const row = (latitude: number | string, longitude: number | string, time: number | string): string =>
    `${latitude},${longitude},${time}\n`;

  it.each([
    ['a latitude out of range', row(90.1, 14.5, T1)],
    ['a longitude out of range', row(46.05, -180.1, T1)],
    ['a latitude that is no number', row('NaN', 14.5, T1)],
    ['an endless number', row('1e999', 14.5, T1)],
    ['a hexadecimal number', row('0x10', 14.5, T1)],
    ['a position of 0, 0', row(0, 0, T1)],
    ['a time before 1990', row(46.05, 14.5, '1989-12-31T23:59:59Z')],
    ['a time in the future', row(46.05, 14.5, NOW + 120_001)],
    ['an hour that does not exist', row(46.05, 14.5, '2021-03-04T24:06:07Z')],
    ['a date only', row(46.05, 14.5, '2021-03-04')],
    ['no time', row(46.05, 14.5, '')],
  ])('when one has %s, then it is skipped', async (_name, text) => {
    expectFixes(await readText(`lat,lon,time\n${row(46.05, 14.5, T1)}${text}`), [fix(AT1)], 1);
  });

  it('when an accuracy is out of range, then it is unknown', async () => {
    const file = await readText(`lat,lon,time,acc\n46.05,14.5,${T1},-1\n46.05,14.5,${T2},20037509\n`);
    expectFixes(file, [fix(AT1), fix(AT2)]);
  });

  it('when degrees have many decimals, then they are rounded as the server rounds', async () => {
    const file = await readText(`lat,lon,time\n46.0500000049,14.4999999951,${T1}\n`);
    expectFixes(file, [fix(AT1)]);
  });
});
