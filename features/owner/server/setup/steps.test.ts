import { expect, test } from 'vitest'
import { setupSteps } from '#features/owner/setup.ts'
import { describeSteps } from './steps.ts'

const fresh = { SITE_NAME: 'Swade', SUPPORT_EMAIL: 'hello@swade.example', POSTAL_ADDRESS: '' }
const describe = (config: object, { left = 6, published = 6, isSent = false } = {}) =>
  describeSteps({
    config: { ...fresh, ...config } as never,
    samplesOf: () => left,
    publishedOf: () => published,
    hasSentNewsletter: isSent,
  })
const openSteps = (config: object, state?: Parameters<typeof describe>[1]) =>
  describe(config, state)
    .filter(({ isSetUp }) => !isSetUp)
    .map(({ id }) => id)

test('on a fresh site every step is open except the built-in station', () => {
  expect(openSteps({})).toEqual(setupSteps.filter((id) => id !== 'station'))
})

test('on a configured site no step is open', () => {
  const config = {
    SITE_NAME: 'Night Bus',
    SUPPORT_EMAIL: 'hello@label.example',
    POSTAL_ADDRESS: 'Street 1',
    SMTP_URL: 'smtp://mail.example',
    STRIPE_SECRET_KEY: 'sk_live_x',
    PUBLIC_ORIGIN: 'https://label.example',
  }
  expect(openSteps(config, { left: 0, isSent: true })).toEqual([])
})

test.each([
  ['a logo but the sample name', { SITE_LOGO: '0123456789abcdef-300x100', ACCENT_COLOR: '#7fd1ff' }, 'identity'],
  ['the sample address', { POSTAL_ADDRESS: 'Street 1' }, 'contact'],
  ['a postal address of spaces', { SUPPORT_EMAIL: 'a@label.example', POSTAL_ADDRESS: '  ' }, 'contact'],
  ['a public address without TLS', { PUBLIC_ORIGIN: 'http://label.example' }, 'address'],
  ['only a Cash App handle', { CASHAPP_TAG: '$label' }, 'cards'],
])('with %s the step stays open', (_name, config, step) => {
  expect(openSteps(config)).toContain(step)
})

test('the identity step shows the current name, color and logo', () => {
  const messageOf = (config: object) => describe(config, { left: 0 })[0]!.message
  expect(messageOf({})).toBe(
    'The site is called Swade. It has no logo, so pages show the name. The accent color is the default.',
  )
  expect(messageOf({ SITE_NAME: 'Night Bus', SITE_LOGO: '0123456789abcdef-300x100', ACCENT_COLOR: '#7fd1ff' })).toBe(
    'The site is called Night Bus. A logo is uploaded. The accent color is #7fd1ff.',
  )
})

test('without samples, artists and books are done only when some of the owner’s own are published', () => {
  const content = (published: number) =>
    describe({}, { left: 0, published })
      .filter(({ id }) => id === 'artists' || id === 'books')
      .map(({ isSetUp, message, remedy }) => ({ isSetUp, message, remedy }))
  expect(content(0)).toEqual([
    { isSetUp: false, message: 'No published artists yet.', remedy: 'Add your own artists with their tracks.' },
    { isSetUp: false, message: 'No published books yet.', remedy: 'Add your own books.' },
  ])
  expect(content(1)).toMatchObject([
    { isSetUp: true, message: 'No sample artists left.' },
    { isSetUp: true, message: 'No sample books left.' },
  ])
})
