import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('nothing set is a complete installation on this machine', () => {
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

test('all bad variables are told at once, each by name', () => {
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

test('production refuses the stand-in for mail and a missing postal address', () => {
  expect(() => readConfig({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://swade.example' })).toThrow(/SMTP_URL[\s\S]*POSTAL_ADDRESS/)
  expect(
    readConfig({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://swade.example/', SMTP_URL: 'smtp://relay:25', POSTAL_ADDRESS: '1 Road' }),
  ).toMatchObject({
    isProduction: true,
    origin: 'https://swade.example',
  })
})

test('half a DKIM setting is refused', () => {
  expect(() => readConfig({ DKIM_DOMAIN: 'swade.example' })).toThrow(/DKIM_SELECTOR[\s\S]*DKIM_PRIVATE_KEY/)
})
