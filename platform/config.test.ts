import { expect, test } from 'vitest'
import { ConfigError, environmentSchema, readConfig } from './config.ts'
import { siteSettingsSchema } from './owner-settings.ts'

test('without any setting the configuration is a complete installation on this machine', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    DATA_DIR: './data',
    origin: 'http://localhost:3000',
    isProduction: false,
    NEWSLETTER_DOUBLE_OPT_IN: false,
  })
})

test('empty strings count as not set', () => {
  const config = readConfig({ DATABASE_URL: '', SMTP_URL: ' ' })
  expect([config.DATABASE_URL, config.SMTP_URL]).toEqual([undefined, undefined])
})

test('all invalid variables are reported at once, each by name', () => {
  const error = (() => {
    try {
      return readConfig({
        PORT: 'eighty',
        DATABASE_URL: 'mysql://x',
        ADMIN_PASSWORD: 'short',
        PUBLIC_ORIGIN: 'https://swade.example/path',
        SPATIAL_ROOM_URL: 'javascript:alert(1)',
      })
    } catch (problem) {
      return problem
    }
  })()
  expect(error).toBeInstanceOf(ConfigError)
  const names = (error as ConfigError).problems.map((line) => line.split(':')[0])
  expect(names.toSorted()).toEqual(['ADMIN_PASSWORD', 'DATABASE_URL', 'PORT', 'PUBLIC_ORIGIN', 'SPATIAL_ROOM_URL'])
})

test('production rejects the mail and payment sandboxes, and a missing postal address', () => {
  expect(() => readConfig({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://swade.example' })).toThrow(
    /SMTP_URL[\s\S]*POSTAL_ADDRESS[\s\S]*OWNER_EMAIL[\s\S]*STRIPE_SECRET_KEY/,
  )
  expect(
    readConfig({
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'https://swade.example/',
      SMTP_URL: 'smtp://relay:25',
      POSTAL_ADDRESS: '1 Road',
      OWNER_EMAIL: 'owner@swade.example',
      CASHAPP_TAG: '$SwadeOne',
    }),
  ).toMatchObject({
    isProduction: true,
    origin: 'https://swade.example',
  })
})

test('the test checkout handles cards if Stripe is not configured, in production only if requested', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'https://swade.example',
    SMTP_URL: 'smtp://relay:25',
    POSTAL_ADDRESS: '1 Road',
    OWNER_EMAIL: 'owner@swade.example',
  }
  const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(readConfig({}).takesTestCards).toBe(true)
  expect(readConfig(stripe).takesTestCards).toBe(false)
  expect(readConfig({ ...production, ...stripe }).takesTestCards).toBe(false)
  expect(readConfig({ ...production, CASHAPP_TAG: '$SwadeOne' }).takesTestCards).toBe(false)
  expect(readConfig({ ...production, ALLOW_TEST_CHECKOUT: 'true' }).takesTestCards).toBe(true)
})

test('an incomplete Stripe configuration and an invalid Cash App handle are rejected', () => {
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_1' })).toThrow(/STRIPE_WEBHOOK_SECRET: must be set together/)
  expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow(/STRIPE_SECRET_KEY: must be set together/)
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'we_1' })).toThrow(
    /STRIPE_SECRET_KEY: must be the secret key from Stripe, which starts with sk_.*\n.*STRIPE_WEBHOOK_SECRET: must be the signing secret/,
  )
  for (const tag of ['$', '$12345', '$two words', `$${'a'.repeat(21)}`, '$a/9', '$$a']) {
    expect(() => readConfig({ CASHAPP_TAG: tag }), tag).toThrow(/CASHAPP_TAG: must have up to 20 characters/)
  }
  expect(readConfig({ CASHAPP_TAG: '$Swade_1' }).CASHAPP_TAG).toBe('$Swade_1')
  expect(readConfig({ CASHAPP_TAG: 'Swade_1' }).CASHAPP_TAG).toBe('$Swade_1')
  expect(siteSettingsSchema.parse({ CASHAPP_TAG: 'Swade_1' }).CASHAPP_TAG).toBe('$Swade_1')
})

test('an incomplete DKIM configuration is rejected', () => {
  expect(() => readConfig({ DKIM_DOMAIN: 'swade.example' })).toThrow(/DKIM_SELECTOR[\s\S]*DKIM_PRIVATE_KEY/)
})

test('an external station needs both its address and its name, and a role is one of four', () => {
  expect(readConfig({}).ROLE).toBe('all')
  expect(() => readConfig({ ROLE: 'boss' })).toThrow(/ROLE/)
  expect(() => readConfig({ AZURACAST_URL: 'https://radio.example' })).toThrow(
    /AZURACAST_STATION: must be set together/,
  )
  expect(() => readConfig({ AZURACAST_STATION: 'swade' })).toThrow(/AZURACAST_URL: must be set together/)
  expect(() => readConfig({ AZURACAST_URL: 'https://radio.example', AZURACAST_STATION: '../admin' })).toThrow(
    /AZURACAST_STATION/,
  )
  expect(readConfig({ AZURACAST_URL: 'https://radio.example', AZURACAST_STATION: 'swade' }).AZURACAST_STATION).toBe(
    'swade',
  )
})

test('uploading tracks to an external station needs a plausible key, and a playlist needs the key', () => {
  const station = { AZURACAST_URL: 'https://radio.example', AZURACAST_STATION: 'swade' }
  expect(
    readConfig({ ...station, AZURACAST_API_KEY: '1a2b:3c4d', AZURACAST_PLAYLIST: 'Submissions' }).AZURACAST_PLAYLIST,
  ).toBe('Submissions')
  expect(() => readConfig({ AZURACAST_API_KEY: '1a2b:3c4d' })).toThrow(
    /AZURACAST_URL: must be set together with AZURACAST_API_KEY/,
  )
  expect(() => readConfig({ ...station, AZURACAST_PLAYLIST: '3' })).toThrow(/AZURACAST_API_KEY: must be set together/)
  const error = problemOf(() => readConfig({ ...station, AZURACAST_API_KEY: 'a key without what it needs' }))
  expect(error.message).not.toContain('without what it needs')
})

test.each(['https://owner:hush@radio.example', 'https://hush@radio.example', 'https://:hush@radio.example/base'])(
  'the address of an external station has no password, and the error does not repeat it (%#)',
  (url) => {
    const error = problemOf(() => readConfig({ AZURACAST_URL: url, AZURACAST_STATION: 'swade' }))
    expect(error.problems).toEqual(['AZURACAST_URL: must not contain a username or password'])
    expect(error.message).not.toContain('hush')
  },
)

test('an external station over http is rejected if the site uses https', () => {
  const station = { AZURACAST_URL: 'http://radio.example', AZURACAST_STATION: 'swade' }
  const error = problemOf(() => readConfig({ ...station, PUBLIC_ORIGIN: 'https://swade.example' }))
  expect(error.problems).toEqual([expect.stringMatching(/^AZURACAST_URL: must be https/)])
  expect(readConfig(station).AZURACAST_URL).toBe('http://radio.example')
  expect(readConfig({ ...station, PUBLIC_ORIGIN: 'http://swade.example' }).AZURACAST_URL).toBe('http://radio.example')
  // Capitals make no difference.
  expect(() =>
    readConfig({ ...station, AZURACAST_URL: 'HTTP://radio.example', PUBLIC_ORIGIN: 'https://swade.example' }),
  ).toThrow(ConfigError)
})

function problemOf(read: () => unknown): ConfigError {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return error as ConfigError
  }
  throw new Error('It was accepted.')
}

test('production rejects a test key and a fake of Stripe unless the test checkout is allowed', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'https://swade.example',
    SMTP_URL: 'smtp://relay:25',
    POSTAL_ADDRESS: '1 Road',
    OWNER_EMAIL: 'owner@swade.example',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  const doubled = { ...production, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: 'http://127.0.0.1:9' }
  for (const key of ['sk_test_1', 'rk_test_1']) {
    const tested = { ...production, STRIPE_SECRET_KEY: key }
    expect(() => readConfig(tested), key).toThrow(/STRIPE_SECRET_KEY: is a test key/)
    expect(readConfig({ ...tested, ALLOW_TEST_CHECKOUT: 'true' }).STRIPE_SECRET_KEY).toBe(key)
    expect(readConfig({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_1' }).STRIPE_SECRET_KEY).toBe(key)
  }
  expect(() => readConfig(doubled)).toThrow(/STRIPE_API_BASE: is for a fake/)
  expect(readConfig({ ...doubled, ALLOW_TEST_CHECKOUT: 'true' }).STRIPE_API_BASE).toBe('http://127.0.0.1:9')
})

test('model settings are complete or absent, and local feed hosts are listed one by one', () => {
  expect(() => readConfig({ LLM_API_KEY: 'secret' })).toThrow(/LLM_PROVIDER/)
  expect(() => readConfig({ LLM_PROVIDER: 'openai' })).toThrow(/LLM_MODEL[\s\S]*LLM_API_KEY/)
  expect(() => readConfig({ LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'm' })).toThrow(/LLM_BASE_URL/)
  expect(() => readConfig({ NEWSLETTER_LOCAL_FEEDS: 'http://10.0.0.1/feed' })).toThrow(/NEWSLETTER_LOCAL_FEEDS/)
  expect(readConfig({ NEWSLETTER_LOCAL_FEEDS: ' Feeds.lan:8080, 10.0.0.1 ' }).NEWSLETTER_LOCAL_FEEDS).toEqual([
    'feeds.lan:8080',
    '10.0.0.1',
  ])
})

test('settings that are also fields of forms are refused in the words of the other settings', () => {
  const problemsOf = (environment: Record<string, string>) => {
    try {
      readConfig(environment)
      return []
    } catch (error) {
      return (error as ConfigError).problems
    }
  }
  const email = 'must be an email address'
  expect(
    problemsOf({ OWNER_EMAIL: 'x', SITE_NAME: '<b>', ACCENT_COLOR: 'red', PUBLIC_ORIGIN: 'foo', ADMIN_EMAIL: '@' }),
  ).toEqual([
    'PUBLIC_ORIGIN: must be an origin such as https://swade.example, without a path',
    `ADMIN_EMAIL: ${email}`,
    'SITE_NAME: must have at most 40 letters, numbers, spaces and punctuation marks, without < > { } # " and \\',
    'ACCENT_COLOR: must be # and six hexadecimal digits, such as #f8823d',
    `OWNER_EMAIL: ${email}`,
  ])
  expect(problemsOf({ ACCENT_COLOR: '#332211', NEWSLETTER_BOUNCE_ADDRESS: 'b' })).toEqual([
    expect.stringMatching(/^ACCENT_COLOR: is hard to read\. This color has a contrast of \d/),
    `NEWSLETTER_BOUNCE_ADDRESS: ${email}`,
  ])
})

test('numbers, choices and URLs are refused with what is allowed', () => {
  const error = problemOf(() =>
    readConfig({
      PORT: '70000',
      BACKUP_EVERY_HOURS: '1.5',
      BACKUP_KEEP_DAYS: 'thirty',
      DATABASE_URL: 'mysql://x',
      ROLE: 'boss',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      SENTRY_DSN: 'key',
      SMTP_URL: 'relay.example',
      SPATIAL_ROOM_URL: 'spatial',
    }),
  )
  expect(error.problems).toEqual([
    'PORT: must be at most 65535',
    'BACKUP_EVERY_HOURS: must be a whole number',
    'BACKUP_KEEP_DAYS: must be a number',
    'DATABASE_URL: must be a full URL starting with postgres:// or postgresql://',
    'ROLE: must be one of all, web, worker, station',
    'OTEL_EXPORTER_OTLP_ENDPOINT: must be a full URL starting with http:// or https://',
    'SENTRY_DSN: must be a DSN such as https://key@sentry.example/1',
    'SMTP_URL: must be a full URL starting with smtp:// or smtps://',
    'SPATIAL_ROOM_URL: must be a full URL starting with http:// or https://',
  ])
})

test.each(['foo', '://', 'https://', '-1', '[', '{}'])('no setting fails to be read as %s', (value) => {
  for (const name of Object.keys(environmentSchema.shape))
    try {
      readConfig({ [name]: value })
    } catch (error) {
      expect(error, name).toBeInstanceOf(ConfigError)
    }
})

test('a token is named by a whole mint and bought on a page over https, or the start is refused', () => {
  const mint = 'So11111111111111111111111111111111111111112'
  expect(readConfig({ SWDZ_MINT: mint, SWDZ_BUY_URL: 'https://exchange.example/swdz' })).toMatchObject({
    SWDZ_MINT: mint,
  })
  for (const value of [mint.slice(0, 31), `${mint}11`, `0${mint.slice(1)}`, `${mint} `])
    expect(() => readConfig({ SWDX_MINT: value })).toThrow(/SWDX_MINT: must be a mint address/)
  for (const value of ['exchange.example', 'http://exchange.example', 'javascript:alert(1)'])
    expect(() => readConfig({ SWDX_BUY_URL: value })).toThrow(/SWDX_BUY_URL: must be a full URL/)
})

test('addresses in the settings are normalized to plain email addresses', () => {
  expect(
    readConfig({
      MAIL_FROM: 'Müller & Söhne <Post@Müller.de>',
      SUPPORT_EMAIL: 'R&D@Example.com',
      NEWSLETTER_BOUNCE_ADDRESS: 'b@müller.de',
    }),
  ).toMatchObject({
    MAIL_FROM: 'Müller & Söhne <post@xn--mller-kva.de>',
    SUPPORT_EMAIL: 'r&d@example.com',
    NEWSLETTER_BOUNCE_ADDRESS: 'b@xn--mller-kva.de',
  })
  expect(readConfig({ MAIL_FROM: 'post@example.com' }).MAIL_FROM).toBe('post@example.com')
  for (const MAIL_FROM of [
    'Swade',
    'Swade <>',
    'a@example.com, b@example.com',
    'A\r\nBcc: x <a@example.com>',
    'A <a@example.com> <b@example.com>',
  ])
    expect(() => readConfig({ MAIL_FROM }), MAIL_FROM).toThrow(/MAIL_FROM: must be an email address/)
})

test('the S3 settings must be complete, and each missing one is named', () => {
  const whole = { S3_BUCKET: 'swade', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ ...whole, S3_ENDPOINT: 'http://127.0.0.1:9000' })).toMatchObject({
    S3_REGION: 'us-east-1',
    S3_CACHE_MEGABYTES: 2048,
  })
  for (const missing of Object.keys(whole))
    expect(() => readConfig({ ...whole, [missing]: '' })).toThrow(
      `${missing}: must be set together with the other S3 settings`,
    )
  expect(() => readConfig({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toThrow('S3_BUCKET: must be set together')
  for (const [name, value] of [
    ['S3_BUCKET', 'Not_A_Bucket'],
    ['S3_REGION', 'Europe West'],
    ['S3_ENDPOINT', 'http://id:secret@127.0.0.1:9000'],
    ['S3_CACHE_MEGABYTES', '3'],
  ] as const)
    expect(() => readConfig({ ...whole, [name]: value })).toThrow(`${name}: `)
})
