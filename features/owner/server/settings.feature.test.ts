import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
const actor = 'owner@swade.example'

beforeAll(async () => {
  site = await buildTestSite({
    environment: { SWDX_BUY_URL: 'https://exchange.example/swdx', SUPPORT_EMAIL: 'first@swade.example' },
  })
})
afterAll(() => site.close())

const mint = 'So11111111111111111111111111111111111111112'

test('pages and emails use the owner’s settings until they are reset', async () => {
  const { settings, tokens, site: facts, legal } = site.services
  const first = await settings.read()
  expect(first.settings.find(({ name }) => name === 'SUPPORT_EMAIL')).toMatchObject({
    value: '',
    configured: 'first@swade.example',
  })
  const saved = await settings.save(
    { SUPPORT_EMAIL: ' label@swade.example ', SWDX_MINT: mint, SPATIAL_ROOM_URL: '' },
    first.revision,
    actor,
  )
  expect(saved.problems).toEqual({})
  expect(facts.supportEmail).toBe('label@swade.example')
  expect(structuredClone({ ...facts }).supportEmail, 'as a loader hands it on').toBe('label@swade.example')
  expect(JSON.stringify(legal.get('imprint'))).toContain('label@swade.example')
  expect(tokens.list().find(({ symbol }) => symbol === 'SWDX')).toMatchObject({
    mint,
    buyUrl: 'https://exchange.example/swdx',
  })
  const denied = await site.app.inject({
    method: 'POST',
    url: '/api/owner/codes',
    headers: { origin: 'http://localhost:3000' },
    payload: { email: 'x@else.example' },
  })
  expect(denied.json().detail).toBe('Access denied. Only label@swade.example can access this area.')
  await settings.reset(actor)
  expect(facts.supportEmail).toBe('first@swade.example')
  expect(tokens.list().find(({ symbol }) => symbol === 'SWDX')?.mint).toBeUndefined()
})

test('Cash App is offered as soon as its tag is set, with payments to that tag', async () => {
  const production = await buildTestSite({
    environment: {
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'https://swade.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
      POSTAL_ADDRESS: 'Street 1',
      OWNER_EMAIL: actor,
      ALLOW_TEST_CHECKOUT: 'true',
    },
  })
  try {
    const access = () =>
      production.app.inject({ url: '/api/books/ai-fun-profit/access' }).then((answer) => answer.json().methods)
    expect(await access()).toEqual(['stripe'])
    await production.services.settings.save({ CASHAPP_TAG: '$realtag' }, undefined, actor)
    expect(await access()).toEqual(['stripe', 'cashapp'])
  } finally {
    await production.close()
  }
})

test('invalid settings are not saved, and all errors are reported together', async () => {
  const { settings } = site.services
  const { revision } = await settings.read()
  const { problems } = await settings.save(
    {
      SUPPORT_EMAIL: 'a@b.example, c@d.example',
      CASHAPP_TAG: '$$tag',
      SPATIAL_ROOM_URL: 'javascript:alert(1)',
      SWDZ_MINT: 'O0Il',
      SWDZ_BUY_URL: 'http://x.example',
    },
    revision,
    actor,
  )
  expect(Object.keys(problems).toSorted()).toEqual([
    'CASHAPP_TAG',
    'SPATIAL_ROOM_URL',
    'SUPPORT_EMAIL',
    'SWDZ_BUY_URL',
    'SWDZ_MINT',
  ])
  expect((await settings.read()).revision).toBe(revision)
})

test('every change is in the history and can be restored, and two windows do not overwrite each other', async () => {
  const { settings, site: facts } = site.services
  const { revision } = await settings.read()
  await settings.save({ SUPPORT_EMAIL: 'one@swade.example' }, revision, actor)
  await expect(settings.save({ SUPPORT_EMAIL: 'two@swade.example' }, revision, actor)).rejects.toMatchObject({
    code: 'conflict',
  })
  const now = await settings.read()
  await settings.save({}, now.revision, actor)
  const { changes } = await settings.read()
  expect(changes.slice(0, 2).map(({ summary }) => summary)).toEqual([
    'Support email: reset to the configured value',
    'Support email: one@swade.example',
  ])
  await settings.restore(changes[1]!.revision, actor)
  expect(facts.supportEmail).toBe('one@swade.example')
})

test('values that are already in effect are not saved again', async () => {
  const { settings } = site.services
  const { revision, changes } = await settings.read()
  expect(await settings.save({ SUPPORT_EMAIL: ' one@swade.example' }, revision, actor)).toEqual({
    problems: {},
    isUnchanged: true,
  })
  await settings.restore(revision!, actor)
  expect(await settings.read()).toMatchObject({ revision, changes: { length: changes.length } })
})
