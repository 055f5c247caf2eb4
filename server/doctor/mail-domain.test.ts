import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkMailDomain } from './mail-domain.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const key = publicKey.toString('base64')
const config = {
  MAIL_FROM: 'Swade <hello@mail.swade.test>',
  SMTP_URL: 'smtp://relay.test',
  DKIM_DOMAIN: 'swade.test',
  DKIM_SELECTOR: 's1',
  DKIM_PRIVATE_KEY: privateKey,
}
const good = {
  'mail.swade.test': ['google-site-verification=x', 'v=spf1 include:relay.test -all'],
  's1._domainkey.swade.test': [`v=DKIM1; k=rsa; p=${key}`],
  '_dmarc.swade.test': ['v=DMARC1; p=quarantine'],
}

/** Checks with these records; an Error is a DNS failure. */
async function check(records: Record<string, string[] | Error>, settings: Partial<typeof config> = {}) {
  const resolver = {
    async resolveTxt(name: string) {
      const found = records[name]
      if (found === undefined) throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
      if (found instanceof Error) throw found
      // Servers send long records in pieces of 255 characters.
      return found.map((record) => record.match(/.{1,255}/g) ?? [''])
    },
  }
  const findings = await checkMailDomain({ ...config, ...settings }, resolver)
  return Object.fromEntries(findings.map((finding) => [finding.name, finding]))
}

test('complete DNS records pass, including DMARC of the parent domain', async () => {
  const findings = await check(good)
  expect(Object.values(findings).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok'])
})

test('without a mail server no DNS query is sent', async () => {
  const findings = await checkMailDomain(
    { ...config, SMTP_URL: undefined },
    {
      resolveTxt: () => Promise.reject(new Error('asked')),
    },
  )
  expect(findings.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'skipped'])
})

test('missing records are listed with the record to add', async () => {
  const { SPF, DKIM, DMARC } = await check({})
  expect(SPF).toMatchObject({ state: 'problem', remedy: expect.stringContaining('TXT record at mail.swade.test') })
  expect(DKIM).toMatchObject({ state: 'problem', remedy: expect.stringContaining(`p=${key}`) })
  expect(DMARC).toMatchObject({ state: 'problem', remedy: expect.stringContaining('_dmarc.mail.swade.test') })
})

test.each([
  ['two records', ['v=spf1 -all', 'v=spf1 ~all'], 'problem'],
  ['permission for every sender', ['v=spf1 include:relay.test +all'], 'problem'],
  ['permission for every sender, short form', ['v=spf1 all'], 'problem'],
  ['no final mechanism', ['v=spf1 include:relay.test'], 'warning'],
  ['a redirect', ['v=spf1 redirect=_spf.relay.test'], 'ok'],
  ['a record of another version', ['v=spf10 -all'], 'problem'],
])('SPF with %s', async (_name, records, state) => {
  expect((await check({ ...good, 'mail.swade.test': records })).SPF?.state).toBe(state)
})

test.each([
  ['another key', 'v=DKIM1; p=AAAA', 'problem'],
  ['a revoked key', 'v=DKIM1; p=', 'problem'],
  ['a key with spaces and no version', `p=${key.slice(0, 40)} ${key.slice(40)}`, 'ok'],
])('DKIM with %s', async (_name, record, state) => {
  expect((await check({ ...good, 's1._domainkey.swade.test': [record] })).DKIM?.state).toBe(state)
})

test('a signature of another domain, an unreadable key and a missing key are distinguished', async () => {
  const foreign = { ...good, 's1._domainkey.other.test': good['s1._domainkey.swade.test'] }
  expect((await check(foreign, { DKIM_DOMAIN: 'other.test' })).DKIM).toMatchObject({
    state: 'warning',
    remedy: expect.stringContaining('MAIL_FROM'),
  })
  expect((await check(good, { DKIM_PRIVATE_KEY: 'nonsense' })).DKIM?.message).toContain('DKIM_PRIVATE_KEY')
  expect((await check(good, { DKIM_PRIVATE_KEY: '' })).DKIM?.state).toBe('warning')
})

test.each([
  ['no policy', ['v=DMARC1; rua=mailto:a@swade.test'], 'problem'],
  ['an unknown policy', ['v=DMARC1; p=maybe'], 'problem'],
  ['monitoring only', ['v=DMARC1; p=none'], 'warning'],
  ['two records', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'problem'],
  ['a strict policy', ['v=DMARC1;p=reject'], 'ok'],
])('DMARC with %s', async (_name, records, state) => {
  expect((await check({ ...good, '_dmarc.swade.test': records })).DMARC?.state).toBe(state)
})

test('a failing DNS server is not reported as a missing record', async () => {
  const failure = Object.assign(new Error('queryTxt ESERVFAIL'), { code: 'ESERVFAIL' })
  const findings = await check({
    'mail.swade.test': failure,
    's1._domainkey.swade.test': failure,
    '_dmarc.mail.swade.test': failure,
  })
  for (const { state, message } of Object.values(findings)) {
    expect(state).toBe('problem')
    expect(message).toContain('cannot be read: queryTxt ESERVFAIL')
  }
})
