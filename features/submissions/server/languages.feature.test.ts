import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListenResult } from '#platform/recordings/listening/listen-result.ts'
import { spectrogramSize } from '#platform/recordings/listening/spectrogram.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { es } from '#features/submissions/messages/es.ts'
import { findByLink } from './queries.ts'
import { goodFields, formOf } from './upload/test-form.ts'
import { shortTrack } from './upload/test-files.ts'
import { withSiteName } from '#shared/site-identity.ts'

const consentInSpanish = withSiteName(es.form.consent, 'Swade')

/** Analysis of a recording that is too quiet. */
const quiet: ListenResult = {
  loudnessLufs: -30.5,
  truePeakDb: -12,
  clippedSamples: 0,
  silence: { leadSeconds: 0, tailSeconds: 0, longestSeconds: 0 },
  brokenFrames: 0,
  durationSeconds: 8,
  peaks: Array.from({ length: 240 }, () => 50),
  spectrogram: new Uint8Array(spectrogramSize.width * spectrogramSize.height),
}

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ tuning: { submissions: { listen: async () => ({ ok: true, result: quiet }) } } })
}, 60_000)
afterAll(() => site.close())

let visitors = 0

/** Sends the form of a page, which is identified by a request header. */
function sendFrom(headers: Record<string, string>, fields: Record<string, string> = {}, fileName = 'salt-flats.mp3') {
  visitors += 1
  const form = formOf([
    ...Object.entries({ ...goodFields, artist_email: `musician${visitors}@example.com`, ...fields }),
    ['audio_file', { file: shortTrack, fileName }],
  ])
  return site.app.inject({
    method: 'POST',
    url: '/api/maestro/submit',
    ...form,
    headers: { ...form.headers, host: 'localhost', ...headers },
    remoteAddress: `198.51.100.${visitors}`,
  })
}

const spanishPage = { referer: 'http://localhost/es/books' }
const linkOf = (reply: { json(): unknown }) => new URL((reply.json() as { status_url: string }).status_url).pathname
const tokenOf = (path: string) => path.split('/').at(-1)!
const rowOf = async (path: string) =>
  findByLink(site.database.db, (await site.linkTokens.read('submission', tokenOf(path)))!)

test('a track from a Spanish page is stored with its language, consent and page, and its emails are Spanish', async () => {
  const reply = await sendFrom(spanishPage, { artist_email: 'spanish@example.com' })
  expect(reply.json()).toMatchObject({ success: true, message: es.answer.thanks })
  const path = linkOf(reply)
  expect(path).toMatch(/^\/es\/submission\//)
  expect(await rowOf(path)).toMatchObject({ locale: 'es', consentText: consentInSpanish })
  const mails = await site.mails(2)
  const received = mails.find(({ to }) => to?.[0]?.address === 'spanish@example.com')!
  expect(received.subject).toBe('Recibimos tu pista: Salt Flats at Noon')
  expect(received.html).toContain('<html lang="es"')
  for (const words of ['Guardamos el archivo tal como lo enviaste', consentInSpanish, path, 'Ver el estado'])
    expect(received.text).toContain(words)
  // The owner reads English, whatever the artist's language.
  expect(mails.some(({ subject }) => subject === 'New submission: Salt Flats at Noon')).toBe(true)
})

test('an address that only the server rejects is reported in the language of the page', async () => {
  const inSpanish = await sendFrom(spanishPage, { artist_email: 'mara@example' })
  expect(inSpanish.statusCode).toBe(400)
  expect(inSpanish.body).toContain('Escribe una dirección de correo válida.')
  expect((await sendFrom({}, { artist_email: 'mara@example' })).body).toContain('Please enter a valid email address.')
})

test('the language of the form takes precedence over that of the browser, and the default is English', async () => {
  const fromSpanishPage = await sendFrom({ 'accept-language': 'en' }, { locale: 'es' })
  expect(await rowOf(linkOf(fromSpanishPage))).toMatchObject({ locale: 'es', consentText: consentInSpanish })
  const fromSpanishBrowser = await sendFrom({ 'accept-language': 'es-MX' })
  expect(linkOf(fromSpanishBrowser)).toMatch(/^\/es\/submission\//)
  const plain = await sendFrom({})
  expect(linkOf(plain)).toMatch(/^\/submission\//)
  expect(await rowOf(linkOf(plain))).toMatchObject({ locale: 'en' })
  expect((await sendFrom({}, { locale: 'xx' })).json()).toMatchObject({
    code: 'invalid-input',
    detail: expect.stringContaining('locale'),
  })
})

test('an error message is in the language of the page, with and without script', async () => {
  const detailOf = async (fields: Record<string, string>, fileName?: string) =>
    (await sendFrom(spanishPage, fields, fileName)).json<{ detail: string }>().detail
  expect(await detailOf({ isrc: 'US-1' })).toBe('ISRC (isrc): Un ISRC tiene 12 caracteres, como USRC17607839.')
  expect(await detailOf({ song_title: '' })).toBe('Título de la canción (song_title): este campo es obligatorio.')
  expect(await detailOf({ genre: 'polka' })).toContain('Género (genre): este valor debe ser uno de hip_hop, ')
  expect(await detailOf({ description: 'x'.repeat(11_000) })).toBe(
    'Sobre la pista (description): este texto es demasiado largo.',
  )
  expect(await detailOf({}, 'song.wav')).toBe('Solo se aceptan archivos MP3')
  const page = await sendFrom({ ...spanishPage, accept: 'text/html' }, {}, 'song.wav')
  expect(page.statusCode).toBe(415)
  for (const words of ['<html lang="es">', 'No se envió tu pista', 'Solo se aceptan archivos MP3', 'href="/es/submit"'])
    expect(page.body).toContain(words)
})

test('emails of every later step are in the language of the submission, findings included', async () => {
  const path = linkOf(await sendFrom(spanishPage, { artist_email: 'later@example.com' }))
  const { submissions, submissionAdmin } = site.services
  const row = (await rowOf(path))!
  await site.jobs.runNow('submissions.queue-checks', 'submissions.check')
  await submissions.correct(tokenOf(path), { ...goodFields, song_title: 'Salinas al mediodía' })
  await submissionAdmin.accept(row.id)
  await submissions.withdraw(tokenOf(path))
  const mails = (await site.mails(17)).filter(({ to }) => to?.[0]?.address === 'later@example.com')
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Guardamos tus cambios: Salinas al mediodía',
    'Recibimos tu pista: Salt Flats at Noon',
    'Retiraste tu pista: Salinas al mediodía',
    'Tu pista está en revisión: Salt Flats at Noon',
  ])
  expect(mails.find(({ subject }) => subject?.startsWith('Tu pista está en revisión'))?.text).toContain(
    'La pista suena muy bajo: −30,5 LUFS (lo habitual es −14).',
  )
  // The owner's screens show the same finding in English.
  expect((await submissionAdmin.find(row.id))?.checks?.notes.find(({ code }) => code === 'quiet')).toMatchObject({
    text: 'The track is very quiet: −30.5 LUFS (−14 is typical).',
    values: { lufs: -30.5 },
  })
  expect(mails.every(({ html }) => html?.includes('<html lang="es"'))).toBe(true)
})
