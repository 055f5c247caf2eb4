import { render } from '@react-email/render'
import { createElement, type ReactElement } from 'react'
import { IntlProvider } from 'use-intl/react'
import type { LinkTokens } from '#platform/link-tokens.ts'
import type { Mail } from '#platform/mailer/mail.ts'
import { type Locale, localePath } from '#shared/locales.ts'
import type { ServerTexts } from '#shared/messages.ts'
import { preferencesPath } from '#features/subscribers/preferences.ts'
import { ConfirmationMail, WelcomeMail } from '../emails/sign-up-mails.tsx'
import type { Subscriber } from './queries.ts'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/** Renders the sign-up emails of one person, in the language of their sign-up. */
export type SignUpMails = {
  welcome(subscriber: Subscriber): Promise<Mail>
  confirmation(subscriber: Subscriber): Promise<Mail>
}

type Settings = {
  /** Origin of links in emails, without a trailing slash. */
  origin: string
  /** Printed in the footer of every email to subscribers; empty until the owner sets it. */
  sender: MailSender
  texts: ServerTexts
  /** Returns whether the monthly digest is sent; called for every email. */
  hasDigest: () => boolean
  /** Returns whether a book is in the library and free; called for every welcome email. */
  isFreeBook: (bookId: string) => boolean
  linkTokens: Pick<LinkTokens, 'write'>
}

/** Book that the welcome email recommends and describes. */
const freeBookId = 'indie-music-ai-guide-2'

/** Creates the sign-up emails. */
export function createSignUpMails(settings: Settings): SignUpMails {
  const { origin, texts, hasDigest, linkTokens } = settings
  const scheduleOf = (frequency: Subscriber['frequency']) =>
    frequency === 'monthly' && !hasDigest() ? 'paused' : frequency
  const subject = (locale: Locale, name: 'welcome' | 'confirmation') =>
    texts.translator(locale)(`subscribers.email.${name}.subject`)
  const renderMail = async (locale: Locale, email: ReactElement) => {
    const provider = { locale, messages: texts.all(locale), timeZone: 'UTC', onError: refuse, children: email }
    const translated = createElement(IntlProvider, provider)
    const [html, text] = await Promise.all([render(translated), render(translated, { plainText: true })])
    return { html, text }
  }
  return {
    async welcome({ id, email: to, firstName, locale, frequency }) {
      const token = await linkTokens.write('subscriber', id)
      const page = (path: string) => origin + localePath(locale, path)
      const email = createElement(WelcomeMail, {
        firstName,
        schedule: scheduleOf(frequency),
        sender: settings.sender,
        bookUrl: settings.isFreeBook(freeBookId) ? page(`/book/${freeBookId}`) : undefined,
        artistsUrl: page('/swade-fam'),
        preferencesUrl: page(preferencesPath(token)),
        unsubscribeUrl: page(`/newsletter/unsubscribe/${token}`),
      })
      return {
        to,
        subject: subject(locale, 'welcome'),
        ...(await renderMail(locale, email)),
        unsubscribeUrl: `${origin}/api/newsletter/unsubscribe/${token}`,
      }
    },
    async confirmation({ id, email: to, firstName, locale, frequency }) {
      const token = await linkTokens.write('subscriber', id)
      const email = createElement(ConfirmationMail, {
        firstName,
        schedule: scheduleOf(frequency),
        sender: settings.sender,
        confirmUrl: origin + localePath(locale, `/newsletter/confirm/${token}`),
      })
      return { to, subject: subject(locale, 'confirmation'), ...(await renderMail(locale, email)) }
    },
  }
}

/** A missing text, or one with wrong values, is a programming error. */
function refuse(error: Error): never {
  throw error
}
