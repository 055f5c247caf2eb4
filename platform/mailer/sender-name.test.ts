import nodemailer from 'nodemailer'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { mailFrom } from './sender-name.ts'

test.each([
  [{}, { name: 'Swade', address: 'hello@swade.example' }],
  [{ SITE_NAME: 'Night Bus' }, { name: 'Night Bus', address: 'hello@swade.example' }],
  [
    { SITE_NAME: 'Rock, Pop: 24/7', MAIL_FROM: 'post@label.example' },
    { name: 'Rock, Pop: 24/7', address: 'post@label.example' },
  ],
  [{ SITE_NAME: 'Новый лейбл' }, { name: 'Новый лейбл', address: 'hello@swade.example' }],
  // The owner has chosen a name for emails.
  [
    { SITE_NAME: 'Night Bus', MAIL_FROM: 'The Bus <b@label.example>' },
    { name: 'The Bus', address: 'b@label.example' },
  ],
])('with %j, emails come from %j', async (environment, from) => {
  const sent = await nodemailer
    .createTransport({ jsonTransport: true })
    .sendMail({ from: mailFrom(readConfig(environment)), to: 'fan@example.com', text: 'Hello' })
  expect(JSON.parse(String(sent.message)).from).toEqual(from)
})
