import { expect, onTestFinished, test } from 'vitest'
import { buildTestSite } from '#tests/support/test-site.ts'

test('roles that do not run are action items and an error of the service status, and cannot be marked as done', async () => {
  const site = await buildTestSite({ environment: { ROLE: 'web' } })
  onTestFinished(() => site.close())
  const keys = async () => (await site.services.inbox.list()).items.map(({ key }) => key)
  expect(await keys()).not.toContain('process:worker')
  await site.processes.heartbeat()
  expect(await keys()).toEqual(expect.arrayContaining(['process:worker', 'process:station']))
  const items = (await site.services.inbox.list()).items.filter(({ key }) => key.startsWith('process:'))
  expect(
    items.map(({ since }) => since),
    'the time of the request is no start time',
  ).toEqual([undefined, undefined])
  const status = (await site.services.health.check()).find(({ name }) => name === 'Processes')
  expect(status).toMatchObject({ state: 'error', remedy: expect.stringContaining('ROLE=worker') as string })
  expect(status?.message).toMatch(
    /^No worker is running\. No station is running\. Running: ROLE=web on [^\s,]+, version \d+\.\d+\.\d+$/,
  )
  await expect(site.services.inbox.runAction('process:worker', 'owner')).rejects.toMatchObject({ code: 'conflict' })
  await site.processes.stop()
  expect(await keys()).not.toContain('process:worker')
})
