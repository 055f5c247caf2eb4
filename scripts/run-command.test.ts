import { expect, test } from 'vitest'
import { runCommand, stopCommandsOnSignal } from './run-command.ts'

test('a command returns its code and output, and a missing one is reported', async () => {
  expect(await runCommand('sh', ['-c', 'echo out; echo wrong >&2; exit 3'])).toEqual({
    code: 3,
    output: expect.stringMatching(/out[^]*wrong|wrong[^]*out/),
  })
  expect(await runCommand('no-such-command-here', [])).toMatchObject({ code: 127 })
})

test('a process that continues after its commands handles signals by itself again', () => {
  const count = () => (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => process.listenerCount(signal))
  const before = count()
  const end = stopCommandsOnSignal()
  expect(count()).toEqual(before.map((listeners) => listeners + 1))
  end()
  expect(count()).toEqual(before)
})
