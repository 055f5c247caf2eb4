import { expect, test } from 'vitest'
import { ExternalError } from '#platform/http-client/external-error.ts'
import { readConfig } from '#platform/config.ts'
import { createHealth } from './health.ts'
import { createHealthChecks } from './checks.ts'

/** Errors of libraries with the messages shown for them, which contain neither the library's text nor a password. */
const libraryErrors: [Error, string][] = [
  [new Error('no route to postgres://swade:secret@db.example/swade\nat x'), 'the connection was lost'],
  [
    Object.assign(new Error('password authentication failed for user "swade"'), { code: '28P01' }),
    'the password was rejected',
  ],
  [
    new TypeError('fetch failed', {
      cause: Object.assign(
        new Error('C0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl/record.c:354:'),
        {
          code: 'ERR_SSL_WRONG_VERSION_NUMBER',
        },
      ),
    }),
    'no supported TLS protocol',
  ],
  [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), 'connection refused'],
]

test('a hanging check does not delay the others, and a failed one includes instructions', async () => {
  const health = createHealth(
    [
      { name: 'Hangs', remedy: 'Start it.', check: () => new Promise(() => undefined) },
      {
        name: 'Fails',
        remedy: 'Mend it.',
        check: () => Promise.reject(new ExternalError('Stripe rejected the key')),
      },
      ...libraryErrors.map(([error]) => ({ name: 'Library', remedy: '', check: () => Promise.reject(error) })),
      { name: 'Stands', remedy: '', check: async () => ({ state: 'ok', message: 'Here', remedy: '' }) },
    ],
    50,
  )
  const lines = await health.check()
  const [hangs, fails] = lines
  expect(hangs).toEqual({ name: 'Hangs', state: 'error', message: 'no response within 0.05 s', remedy: 'Start it.' })
  expect(fails).toMatchObject({ state: 'error', message: 'Stripe rejected the key', remedy: 'Mend it.' })
  expect(lines.slice(2, -1).map(({ message: says }) => says)).toEqual(libraryErrors.map(([, words]) => words))
  expect(lines.at(-1)).toMatchObject({ state: 'ok' })
})

test('without a mail server, emails in the local outbox are counted as saved', async () => {
  const rows = [{ state: 'sent', count: 51 }]
  const db = { select: () => ({ from: () => ({ groupBy: () => Promise.resolve(rows) }) }) }
  const questions = createHealthChecks({
    config: readConfig({}),
    database: { db },
    processes: {},
    storage: { kind: 'disk' },
  } as unknown as Parameters<typeof createHealthChecks>[0])
  const [line] = await createHealth(questions.filter(({ name }) => name === 'Mail')).check()
  expect(line).toMatchObject({ state: 'local', message: 'Local outbox: 51 saved' })
})

test('a site that does not process returned emails reports it', async () => {
  const answerOf = async (environment: Record<string, string>, isProduction: boolean) => {
    const config = { ...readConfig(environment), isProduction }
    const questions = createHealthChecks({
      config,
      database: {},
      processes: {},
      storage: { kind: 'disk' },
    } as Parameters<typeof createHealthChecks>[0])
    return (await createHealth(questions.filter(({ name }) => name === 'Newsletter feedback')).check())[0]
  }
  expect(await answerOf({}, true)).toMatchObject({
    state: 'off',
    remedy: expect.stringContaining('NEWSLETTER_BOUNCE_SECRET') as string,
  })
  // Nothing on this machine takes its place.
  expect(await answerOf({}, false)).toMatchObject({ state: 'off' })
  expect(await answerOf({ NEWSLETTER_BOUNCE_SECRET: 'the-secret-of-the-mailbox' }, true)).toMatchObject({
    state: 'configured',
    remedy: '',
  })
})

test.each([true, false])(
  'a site without a public address is shown as not set (production: %s)',
  async (isProduction) => {
    const questions = createHealthChecks({
      config: { ...readConfig({}), isProduction },
      database: {},
      processes: {},
      storage: { kind: 'disk' },
    } as Parameters<typeof createHealthChecks>[0])
    const [line] = await createHealth(questions.filter(({ name }) => name === 'Public address')).check()
    expect(line).toMatchObject({ state: 'unset', message: expect.stringMatching(/^The public address is not set/) })
  },
)
