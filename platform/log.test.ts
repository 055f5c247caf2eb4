import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** Everything written to the log while `act` runs. */
function written(act: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  act(createLog('info', sink))
  return text
}

test('secrets and addresses never reach the log', () => {
  const text = written((log) =>
    log.info(
      {
        login: { password: 'canary-1', token: 'canary-2', email: 'canary-3@example.com' },
        req: { headers: { cookie: 'canary-4' } },
        mail: { to: 'canary-5@example.com' },
      },
      'event',
    ),
  )
  expect(text).toContain('event')
  expect(text).not.toContain('canary')
})

test('a failed statement is logged without its parameters and its row', () => {
  const error = Object.assign(
    new Error('Failed query: insert into subscribers (email) values ($1)\nparams: canary@example.com'),
    {
      cause: Object.assign(new Error('duplicate key value'), {
        detail: 'Key (email)=(canary@example.com) already exists.',
        code: '23505',
      }),
    },
  )
  const text = written((log) => log.error({ err: error }, 'request failed'))
  expect(text).toContain('23505')
  expect(text).not.toContain('canary')
})

test('a line break in a value cannot forge a second line', () => {
  expect(
    written((log) => log.warn({ reason: 'a\n{"level":60,"msg":"forged"}' }, 'b'))
      .trimEnd()
      .split('\n'),
  ).toHaveLength(1)
})
