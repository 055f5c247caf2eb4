import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { consentText, maxAudioBytes } from '#features/submissions/constants.ts'
import { addSubmission } from '../admin/test-submissions.ts'
import { submissions } from '../tables.ts'
import { formOf, goodFields, send } from './test-form.ts'
import { hostileFiles, shortTrack, trackOf, wholeSong } from './test-files.ts'
import { withSiteName } from '#shared/site-identity.ts'

async function* fullAfterSome(content: Readable) {
  for await (const chunk of content) {
    yield chunk as Buffer
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
}

let site: TestSite
let isDiskFull = false
let isStorageFull = false
/** Number of files that the server has started to receive. */
let received = 0
/** Keys of files that the server has started to store. */
const stored: string[] = []
beforeAll(async () => {
  site = await buildTestSite({
    storage: (files) => ({
      ...files,
      receive: async (content) => {
        received += 1
        return files.receive(isDiskFull ? Readable.from(fullAfterSome(content)) : content)
      },
      put: async (key, content, options) => {
        stored.push(key)
        if (isStorageFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        return files.put(key, content, options)
      },
    }),
  })
}, 60_000)
afterAll(() => site.close())

let visitors = 0
/** Each request comes from another address, unless a test is about the limits. */
const sendAs = (file: Buffer, options: Parameters<typeof send>[2] = {}) => {
  visitors += 1
  return send(site.app, file, {
    from: `198.51.100.${visitors % 250}`,
    ...options,
    fields: { artist_email: `a${visitors}@example.com`, ...options.fields },
  })
}
const rowsOf = async () => site.database.db.select().from(submissions)
const filesOf = () => site.storage.list('submissions/')
const newest = async () => (await rowsOf()).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]!

test('a track is accepted: its bytes unchanged, facts from its frames, the consent word for word, and an email to both', async () => {
  const reply = await sendAs(wholeSong, {
    fields: {
      artist_email: 'Mara@Example.com',
      isrc: 'us-rc1-76-07839',
      label_name: ' Salt ',
      description: 'One take.\r\nNo overdubs.',
    },
  })
  expect(reply.statusCode).toBe(200)
  const { success, message, status_url: link } = reply.json<{ success: boolean; message: string; status_url: string }>()
  expect([success, typeof message]).toEqual([true, 'string'])
  const row = await newest()
  const path = `/submission/${await site.linkTokens.write('submission', row.id)}`
  expect(link).toMatch(new RegExp(`${path}$`))
  expect(row).toMatchObject({
    state: 'received',
    artistEmail: 'mara@example.com',
    isrc: 'USRC17607839',
    labelName: 'Salt',
    description: 'One take.\nNo overdubs.',
    consentText: withSiteName(consentText, 'Swade'),
    audioBytes: wholeSong.length,
    audioSha256: createHash('sha256').update(wholeSong).digest('hex'),
    facts: { sampleRate: 44_100, channels: 2 },
  })
  expect(row.facts.durationSeconds).toBeCloseTo(102.7, 0)
  expect(row.consentAddress).toMatch(/^198\.51\.100\./)
  expect((await buffer(await site.storage.open(row.audioKey))).equals(wholeSong)).toBe(true)
  const mails = await site.mails(2)
  expect(mails.map(({ to }) => to?.[0]?.address)).toContain('mara@example.com')
  expect(mails.find(({ to }) => to?.[0]?.address === 'mara@example.com')?.text).toContain(path)
})

test('the fields may follow the file', async () => {
  expect((await sendAs(shortTrack, { fileFirst: true })).statusCode).toBe(200)
})

test('exactly 20,971,520 bytes are accepted, and one more is rejected', async () => {
  const exact = trackOf(maxAudioBytes)
  expect(exact.length).toBe(20_971_520)
  expect((await sendAs(exact)).statusCode).toBe(200)
  const before = await filesOf()
  const refused = await sendAs(Buffer.concat([exact, Buffer.alloc(1)]))
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    413,
    'File too large. Maximum size: 20MB',
  ])
  expect(await filesOf()).toEqual(before)
}, 30_000)

// `hostile-uploads.test.ts` proves that all of them are rejected; this test is about what a rejection leaves behind.
test.each(hostileFiles.filter(([name]) => /half of a song|a ZIP behind sound|a flood of headers/.test(name)))(
  '%s is rejected with a message and leaves nothing',
  async (_name, file, reason) => {
    const before = [await filesOf(), (await rowsOf()).length]
    const reply = await sendAs(file)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ success: false, code: 'invalid-input', detail: expect.stringMatching(reason) })
    expect([await filesOf(), (await rowsOf()).length]).toEqual(before)
  },
)

test('a hostile file name is only displayed', async () => {
  const reply = await sendAs(shortTrack, { fileName: '../../<script>gnp\u202e3pm.mp3' })
  expect(reply.statusCode).toBe(200)
  const row = await newest()
  expect(row.audioKey).toMatch(/^submissions\/[0-9a-f-]{36}\.mp3$/)
  expect(row.fileName).toBe('<script>gnp3pm.mp3')
})

test('an invalid field is rejected with its name, and nothing of the track is stored', async () => {
  const before = await filesOf()
  const reply = await sendAs(shortTrack, { fields: { genre: 'polka' } })
  expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([400, expect.stringContaining('genre')])
  const unsure = await sendAs(shortTrack, { fields: { owns_track: undefined } })
  expect([unsure.statusCode, unsure.json<{ detail: string }>().detail]).toEqual([
    400,
    'You must confirm that you own this track and have permission to upload it',
  ])
  expect(await filesOf()).toEqual(before)
})

test('other file extensions are not MP3, and a missing file is reported', async () => {
  expect((await sendAs(shortTrack, { fileName: 'song.wav' })).json()).toMatchObject({
    detail: 'Only MP3 files are accepted',
  })
  expect((await sendAs(shortTrack, { fileName: '' })).json()).toMatchObject({ detail: 'Please select an MP3 file' })
  const empty = await sendAs(Buffer.alloc(0))
  expect(empty.json<{ detail: string }>().detail).toContain('cannot be played as an MP3')
  const none = formOf(Object.entries(goodFields))
  const reply = await site.app.inject({
    method: 'POST',
    url: '/api/maestro/submit',
    ...none,
    remoteAddress: '192.0.2.99',
  })
  expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([400, 'Please select an MP3 file'])
})

test('hostile text is stored as text, without line breaks and direction marks', async () => {
  const song_title = '<img src=x onerror=alert(1)>\u0000\u202e\'";--'
  expect((await sendAs(shortTrack, { fields: { song_title, artist_name: '=cmd|calc' } })).statusCode).toBe(200)
  expect(await newest()).toMatchObject({ songTitle: '<img src=x onerror=alert(1)>\'";--', artistName: '=cmd|calc' })
})

test.each([
  ['👍'.repeat(41), `We received your track: ${'👍'.repeat(41)}`],
  [`${'a'.repeat(78)}👍👍`, `We received your track: ${'a'.repeat(78)}👍👍`],
  ['👍'.repeat(160), `We received your track: ${'👍'.repeat(79)}…`],
  ['👨‍👩‍👧‍👦'.repeat(20), `We received your track: ${'👨‍👩‍👧‍👦'.repeat(20)}`],
])('a song may be called %s, and emails cut its name between characters', async (song_title, subject) => {
  expect((await sendAs(shortTrack, { fields: { song_title, artist_name: '🎛️'.repeat(60) } })).statusCode).toBe(200)
  const row = await newest()
  expect(row.songTitle).toBe(song_title)
  const { rows } = await site.database.pool.query<{ subject: string }>(
    `select mail->>'subject' as subject from mail_outbox where dedupe_key = $1`,
    [`submission:${row.id}:received`],
  )
  expect(rows[0]?.subject).toBe(subject)
})

test('a field with invalid bytes is rejected with its name', async () => {
  const form = formOf([
    ...Object.entries(goodFields),
    ['album_name', 'x'],
    ['audio_file', { file: shortTrack, fileName: 'a.mp3' }],
  ])
  const marker = Buffer.from('name="album_name"\r\n\r\nx')
  const at = form.payload.indexOf(marker) + marker.length - 1
  const payload = Buffer.concat([
    form.payload.subarray(0, at),
    Buffer.from([0xed, 0xa0, 0xbd]),
    form.payload.subarray(at + 1),
  ])
  const reply = await site.app.inject({
    method: 'POST',
    url: '/api/maestro/submit',
    headers: form.headers,
    payload,
    remoteAddress: '192.0.2.98',
  })
  expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
    400,
    'Album (album_name): this text contains an invalid character. Type it again.',
  ])
})

test.each([
  [
    'a second file',
    formOf([
      ...Object.entries(goodFields),
      ['audio_file', { file: shortTrack, fileName: 'a.mp3' }],
      ['audio_file', { file: shortTrack, fileName: 'b.mp3' }],
    ]),
  ],
  ['a file in a text field', formOf([['artist_name', { file: shortTrack, fileName: 'a.mp3' }]])],
  ['a hundred fields', formOf(Array.from({ length: 100 }, (_, index): [string, string] => [`f${index}`, 'x']))],
  [
    'a repeated field',
    formOf([
      ...Object.entries(goodFields),
      ['song_title', 'Again'],
      ['audio_file', { file: shortTrack, fileName: 'a.mp3' }],
    ]),
  ],
  [
    'a field named like an object property',
    formOf([
      ['__proto__', 'x'],
      ...Object.entries(goodFields),
      ['audio_file', { file: shortTrack, fileName: 'a.mp3' }],
    ]),
  ],
  [
    'a truncated form',
    {
      headers: formOf([]).headers,
      payload: formOf([['audio_file', { file: shortTrack, fileName: 'a.mp3' }]]).payload.subarray(0, 90_000),
    },
  ],
  ['a missing boundary', { headers: { 'content-type': 'multipart/form-data' }, payload: Buffer.from('x') }],
  ['JSON', { headers: { 'content-type': 'application/json' }, payload: Buffer.from('{}') }],
])('%s is rejected, and nothing of it is stored', async (_name, form) => {
  const before = [await filesOf(), (await rowsOf()).length]
  visitors += 1
  const reply = await site.app.inject({
    method: 'POST',
    url: '/api/maestro/submit',
    ...form,
    remoteAddress: `192.0.2.${visitors % 250}`,
  })
  expect(reply.statusCode).toBeGreaterThanOrEqual(400)
  expect(reply.statusCode).toBeLessThan(500)
  expect(reply.json()).toMatchObject({ success: false, detail: expect.any(String) })
  expect([await filesOf(), (await rowsOf()).length]).toEqual(before)
})

test('a text of 10,001 bytes after the file is rejected with the name of its field, and nothing of the track is stored', async () => {
  const before = [await filesOf(), (await rowsOf()).length]
  const reply = await sendAs(shortTrack, { fields: { description: 'x'.repeat(10_001) }, fileFirst: true })
  expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
    400,
    'About the track (description): this text is too long.',
  ])
  expect([await filesOf(), (await rowsOf()).length]).toEqual(before)
})

test('a full disk is reported, and no partial data is left', async () => {
  const before = [await filesOf(), (await rowsOf()).length]
  isDiskFull = true
  const reply = await sendAs(shortTrack)
  isDiskFull = false
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '600'])
  expect([await filesOf(), (await rowsOf()).length]).toEqual(before)
})

test('a full storage is reported, and no partial data is left', async () => {
  const before = [await filesOf(), (await rowsOf()).length]
  isStorageFull = true
  const reply = await sendAs(shortTrack)
  isStorageFull = false
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '600'])
  expect([await filesOf(), (await rowsOf()).length]).toEqual(before)
})

test('only an accepted track reaches the storage', async () => {
  const before = stored.length
  expect((await sendAs(Buffer.from('no sound'))).statusCode).toBe(400)
  expect((await sendAs(shortTrack, { fields: { artist_email: 'no address' } })).statusCode).toBe(400)
  expect(stored.slice(before)).toEqual([])
  expect((await sendAs(shortTrack)).statusCode).toBe(200)
  expect(stored.slice(before)).toEqual([(await newest()).audioKey])
})

test('five tracks per hour and address are accepted, not counting rejected ones, and the sixth is rejected before it is stored', async () => {
  const from = '198.51.100.251'
  const email = (index: number) => ({ artist_email: `limit${index}@example.com` })
  expect((await send(site.app, Buffer.from('no sound'), { from })).statusCode).toBe(400)
  for (let index = 0; index < 5; index += 1)
    expect((await send(site.app, shortTrack, { from, fields: email(index) })).statusCode).toBe(200)
  const before = received
  const sixth = await send(site.app, shortTrack, { from, fields: email(6) })
  expect([sixth.statusCode, Number(sixth.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  const minutes = Math.ceil(Number(sixth.headers['retry-after']) / 60)
  expect(sixth.json()).toMatchObject({
    detail: `You have sent too many tracks. Please try again in ${minutes} minutes.`,
  })
  expect(received).toBe(before)
  // Nothing in the form is wrong, so its sender is not asked to correct it.
  const page = (await send(site.app, shortTrack, { from, fields: email(7), accept: 'text/html' })).body
  expect(page).toContain('Press Back in your browser to return to the form.')
  expect(page).not.toContain('Correct them')
})

test('an email address may have ten tracks in review', async () => {
  const artistEmail = 'ten@example.com'
  const waiting = await Promise.all(Array.from({ length: 9 }, () => addSubmission(site, { artistEmail })))
  const tenth = await sendAs(shortTrack, { fields: { artist_email: artistEmail } })
  const eleventh = await sendAs(shortTrack, { fields: { artist_email: artistEmail } })
  expect([tenth.statusCode, eleventh.statusCode]).toEqual([200, 429])
  for (const { id } of waiting) await site.database.db.delete(submissions).where(eq(submissions.id, id))
  expect(await filesOf()).toHaveLength((await rowsOf()).length)
})

test('an attempt that is sent again returns the same submission and is not counted', async () => {
  const from = '198.51.100.252'
  const fields = { artist_email: 'again@example.com', attempt: 'c0ffee00c0ffee00c0ffee00c0ffee00' }
  const linkOf = async (reply: ReturnType<typeof send>) => (await reply).json<{ status_url: string }>().status_url
  const [first, second] = await Promise.all([
    linkOf(send(site.app, shortTrack, { from, fields })),
    linkOf(send(site.app, shortTrack, { from, fields })),
  ])
  expect(second).toBe(first)
  for (let index = 0; index < 5; index += 1)
    expect(await linkOf(send(site.app, shortTrack, { from, fields }))).toBe(first)
  expect((await rowsOf()).filter(({ artistEmail }) => artistEmail === 'again@example.com')).toHaveLength(1)
  expect(await filesOf()).toHaveLength((await rowsOf()).length)
  // Other fields, another address or other bytes make another submission.
  const changed = [{ song_title: 'Salt Flats at Dusk' }, { artist_email: 'again2@example.com' }]
  const others = await Promise.all(
    changed.map((words) => linkOf(send(site.app, shortTrack, { from, fields: { ...fields, ...words } }))),
  )
  others.push(await linkOf(send(site.app, Buffer.concat([shortTrack, shortTrack]), { from, fields })))
  expect(new Set([first, ...others]).size).toBe(4)
  const odd = await send(site.app, shortTrack, { from, fields: { ...fields, attempt: 'x' } })
  expect([odd.statusCode, odd.json<{ detail: string }>().detail]).toEqual([400, expect.stringContaining('attempt')])
})

test('a plain form is answered with the page that follows', async () => {
  const reply = await sendAs(shortTrack, { accept: 'text/html,*/*' })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, expect.stringMatching(/^\/submission\//)])
  const refused = await sendAs(Buffer.from('no sound'), { accept: 'text/html,*/*' })
  expect([refused.statusCode, refused.headers['content-type'], refused.headers['cache-control']]).toEqual([
    400,
    'text/html; charset=utf-8',
    'no-store',
  ])
  expect(refused.body).toContain('This file cannot be played. It contains no MP3 audio.')
  expect(refused.body).toContain('Back')
  const mistyped = await sendAs(shortTrack, { accept: 'text/html,*/*', fields: { artist_website: 'my page' } })
  expect(mistyped.body).toContain('>Website: Enter a web address such as https://example.com.<')
  // A field name is chosen by the sender, and appears in the message.
  const hostile = formOf([
    ...Object.entries(goodFields),
    ['<script>a</script>', { file: shortTrack, fileName: 'a.mp3' }],
  ])
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/maestro/submit',
    payload: hostile.payload,
    headers: { ...hostile.headers, accept: 'text/html' },
    remoteAddress: '192.0.2.98',
  })
  expect([answer.statusCode, answer.body.includes('&#60;script&#62;'), answer.body.includes('<script')]).toEqual([
    400,
    true,
    false,
  ])
})

test('while the database is unavailable, the visitor is asked to send the track again later', async () => {
  await site.database.db.execute(sql`alter table submissions rename to submissions_away`)
  const reply = await sendAs(shortTrack)
  await site.database.db.execute(sql`alter table submissions_away rename to submissions`)
  expect(reply.statusCode).toBeGreaterThanOrEqual(500)
  expect(await filesOf()).toHaveLength((await rowsOf()).length)
})

test('reloading the page of a rejected form leads back to the form', async () => {
  const reply = await site.app.inject({ method: 'GET', url: '/api/maestro/submit' })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/submit'])
})
