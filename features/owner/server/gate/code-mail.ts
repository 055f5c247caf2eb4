import { render } from '@react-email/render'
import { createElement } from 'react'
import type { Mail } from '#platform/mailer/mail.ts'
import { CodeMail } from '#features/owner/emails/code.tsx'

/** The mail that carries a code. The code is no part of the subject, which lock screens show. */
export async function writeCodeMail(to: string, props: { code: string; minutes: number; postalAddress: string }): Promise<Mail> {
  const letter = createElement(CodeMail, props)
  const [html, text] = await Promise.all([render(letter), render(letter, { plainText: true })])
  return { to, subject: 'Your code for the desk', html, text }
}
