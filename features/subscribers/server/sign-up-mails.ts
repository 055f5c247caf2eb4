import { render } from '@react-email/render'
import { createElement } from 'react'
import type { Mail } from '#platform/mailer/mail.ts'
import { ConfirmationMail, WelcomeMail } from '../emails/sign-up-mails.tsx'
import type { Subscriber } from './queries.ts'

/** Renders the sign-up emails of one person. */
export type SignUpMails = {
  welcome(subscriber: Subscriber): Promise<Mail>
  confirmation(subscriber: Subscriber): Promise<Mail>
}

/**
 * Creates the sign-up emails.
 *
 * @param settings.origin Origin of links in emails, without a trailing slash.
 * @param settings.postalAddress Printed in the footer of every email to subscribers; empty until the owner sets it.
 */
export function createSignUpMails(settings: { origin: string; postalAddress: string }): SignUpMails {
  const { origin } = settings
  return {
    async welcome({ email: to, firstName, token }) {
      const unsubscribePage = `${origin}/newsletter/unsubscribe/${token}`
      const email = createElement(WelcomeMail, {
        origin,
        firstName,
        postalAddress: settings.postalAddress,
        preferencesUrl: `${origin}/newsletter/preferences/${token}`,
        unsubscribeUrl: unsubscribePage,
      })
      return {
        to,
        subject: 'Welcome to the Swade newsletter',
        ...(await renderMail(email)),
        unsubscribeUrl: `${origin}/api/newsletter/unsubscribe/${token}`,
      }
    },
    async confirmation({ email: to, firstName, token }) {
      const email = createElement(ConfirmationMail, {
        firstName,
        postalAddress: settings.postalAddress,
        confirmUrl: `${origin}/newsletter/confirm/${token}`,
      })
      return { to, subject: 'Confirm your email address', ...(await renderMail(email)) }
    },
  }
}

async function renderMail(email: React.ReactElement): Promise<{ html: string; text: string }> {
  const [html, text] = await Promise.all([render(email), render(email, { plainText: true })])
  return { html, text }
}
