import { render } from '@react-email/render'
import { createElement } from 'react'
import type { Mail } from '#platform/mailer/mail.ts'
import { ConfirmationMail, WelcomeMail } from '../emails/sign-up-mails.tsx'
import type { Subscriber } from './queries.ts'

/** The mails of this room, written out in full for one person. */
export type Letters = {
  welcome(subscriber: Subscriber): Promise<Mail>
  confirmation(subscriber: Subscriber): Promise<Mail>
}

/**
 * @param origin Where links in mails lead, without a trailing slash.
 * @param postalAddress Printed at the foot of every mail to subscribers; empty until the owner sets it.
 */
export function createSignUpMails(settings: { origin: string; postalAddress: string }): Letters {
  const { origin } = settings
  return {
    async welcome({ email, firstName, token }) {
      const unsubscribePage = `${origin}/newsletter/unsubscribe/${token}`
      const letter = createElement(WelcomeMail, {
        origin,
        firstName,
        postalAddress: settings.postalAddress,
        preferencesUrl: `${origin}/newsletter/preferences/${token}`,
        unsubscribeUrl: unsubscribePage,
      })
      return {
        to: email,
        subject: 'Welcome to the Swade newsletter',
        ...(await bothForms(letter)),
        unsubscribeUrl: `${origin}/api/newsletter/unsubscribe/${token}`,
      }
    },
    async confirmation({ email, firstName, token }) {
      const letter = createElement(ConfirmationMail, {
        firstName,
        postalAddress: settings.postalAddress,
        confirmUrl: `${origin}/newsletter/confirm/${token}`,
      })
      return { to: email, subject: 'Confirm your email address', ...(await bothForms(letter)) }
    },
  }
}

async function bothForms(letter: React.ReactElement): Promise<{ html: string; text: string }> {
  const [html, text] = await Promise.all([render(letter), render(letter, { plainText: true })])
  return { html, text }
}
