import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { type Relay, startRelay } from '#tests/support/relay.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { addIssue, addReaders, statesOf, statusOf } from './test-issues.ts'
import { makeDue } from './test-workers.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://swade.example',
  OWNER_EMAIL: 'owner@swade.example',
  CASHAPP_TAG: '$swade',
}
let relay: Relay
let site: TestSite

beforeAll(async () => {
  relay = await startRelay()
  site = await buildTestSite({ environment: { ...production, POSTAL_ADDRESS: '1 Plate Street', SMTP_URL: relay.url } })
})
afterEach(() => relay.forget())
afterAll(async () => {
  await site.close()
  await relay.stop()
})

test('in production nothing starts without a postal address', () => {
  expect(() => readConfig({ ...production, SMTP_URL: relay.url })).toThrow(/POSTAL_ADDRESS/)
})

test('in production an issue without a postal address is neither scheduled nor sent, and the error names it', async () => {
  // Stored settings override the configuration.
  await site.edits.write({
    kind: 'settings',
    key: 'site',
    action: 'save',
    data: { POSTAL_ADDRESS: ' ' },
    actor: 'owner',
  })
  await addReaders(site.database, 3)
  const id = await addIssue(site.database)
  for (const when of ['now', 'friday'] as const)
    await expect(site.delivery.sending.schedule(id, when, 'editor@example.com')).rejects.toMatchObject({
      code: 'invalid-input',
      // The check of the issue names it as well.
      message: expect.stringMatching(
        /^Not ready to send\.(?!.*postal address.*postal address).*postal address/,
      ) as string,
    })
  expect(await statusOf(site.database, id)).toMatchObject({ status: 'draft' })
  expect((await site.delivery.sending.view()).obstacles).toEqual([expect.stringContaining('postal address') as string])

  // The issue was scheduled while there was an address: it is paused, not sent without one.
  await makeDue(site.database, id)
  await site.delivery.sending.now()
  expect(await statusOf(site.database, id)).toEqual({
    status: 'paused',
    reason: expect.stringContaining('postal address') as string,
  })
  await expect(site.delivery.sending.resume(id, 'editor@example.com')).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await statesOf(site.database, id)).toEqual({})
  expect(relay.received).toEqual([])
})
