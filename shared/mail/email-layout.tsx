import { createContext, type CSSProperties, type ReactNode, useContext } from 'react'
import { defaultLocale, type Locale } from '#shared/locales.ts'
import { ink, linkColours } from './mail-colours.ts'
import type { MailSender } from './mail-sender.ts'

/* Layout of all emails. Email clients support tables and inline styles. */
const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif"

/**
 * Style of the email column: at most 600 pixels wide. Outlook on Windows needs the attribute `width="600"` as well. The
 * fixed layout keeps long words from widening the column.
 *
 * @see https://www.caniemail.com/features/css-max-width/
 */
export const columnStyle = {
  width: '100%',
  maxWidth: '600px',
  tableLayout: 'fixed',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} satisfies CSSProperties

/** Accent color of the links and buttons of an email. */
const Accent = createContext<string>(ink.live)

/**
 * Logo of the site, whose name stands in its place where images are blocked, or the name alone. The logo has the dark
 * ground that it was made for, so that it can be seen in email clients with a light theme.
 */
export function SenderName({ sender: { name, logo } }: { sender: Pick<MailSender, 'name' | 'logo'> }) {
  if (!logo) return name
  return (
    <img
      src={logo.url}
      alt={name}
      width={logo.width}
      height={logo.height}
      className="logo"
      style={{ display: 'block', border: 0, maxWidth: '100%', backgroundColor: ink.raised, color: ink.sand }}
    />
  )
}

/** Layout of an email: site name, title, content, and a footer with the reason for the email. */
export function EmailLayout(props: {
  /** Preview text shown beside the subject. */
  preview: string
  kicker: string
  title: string
  sender: MailSender
  /** One or two sentences that say why the recipient gets this email. */
  reason: string
  /** URL of the recipient's preferences, shown before the unsubscribe link. */
  preferencesUrl?: string
  unsubscribeUrl?: string
  /** Texts of these two links, English by default. */
  linkNames?: { preferences: string; unsubscribe: string }
  /** Language of its texts, English by default. */
  locale?: Locale
  children: ReactNode
}) {
  return (
    <html lang={props.locale ?? defaultLocale}>
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <title>{props.title}</title>
      </head>
      <body style={{ margin: 0, padding: 0, backgroundColor: ink.plate }}>
        <div
          data-skip-in-text="true"
          style={{ display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 }}
        >
          {props.preview}
        </div>
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          style={{ backgroundColor: ink.plate, tableLayout: 'fixed' }}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: '40px 16px' }}>
                <table
                  role="presentation"
                  width={600}
                  cellPadding={0}
                  cellSpacing={0}
                  style={{ ...columnStyle, backgroundColor: ink.raised, border: `1px solid ${ink.groove}` }}
                >
                  <tbody>
                    <tr>
                      <td style={{ padding: '28px 32px 0', fontFamily: sans }}>
                        <p
                          style={{
                            ...paragraph,
                            margin: '0 0 28px',
                            fontSize: '22px',
                            fontWeight: 800,
                            letterSpacing: '-1px',
                            color: ink.sand,
                          }}
                        >
                          <SenderName sender={props.sender} />
                        </p>
                        <p
                          style={{
                            ...paragraph,
                            margin: '0 0 10px',
                            fontSize: '11px',
                            letterSpacing: '1.2px',
                            textTransform: 'uppercase',
                            color: ink.dust,
                          }}
                        >
                          {props.kicker}
                        </p>
                        <h1
                          style={{
                            margin: '0 0 24px',
                            fontFamily: sans,
                            fontSize: '34px',
                            lineHeight: '38px',
                            letterSpacing: '-1px',
                            fontWeight: 800,
                            color: ink.sand,
                          }}
                        >
                          {props.title}
                        </h1>
                        <Accent value={linkColours(props.sender.accent).dark}>{props.children}</Accent>
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '20px 32px 28px', borderTop: `1px solid ${ink.groove}`, fontFamily: sans }}>
                        <p style={{ ...paragraph, margin: 0, fontSize: '13px', lineHeight: '20px', color: ink.dust }}>
                          {props.reason}
                          {props.preferencesUrl ? (
                            <>
                              <br />
                              <a href={props.preferencesUrl} style={{ color: ink.sand }}>
                                {props.linkNames?.preferences ?? 'Preferences'}
                              </a>
                            </>
                          ) : null}
                          {props.unsubscribeUrl ? (
                            <>
                              <br />
                              <a href={props.unsubscribeUrl} style={{ color: ink.sand }}>
                                {props.linkNames?.unsubscribe ?? 'Unsubscribe'}
                              </a>
                            </>
                          ) : null}
                        </p>
                        {props.sender.postalAddress ? (
                          <p
                            style={{
                              ...paragraph,
                              margin: '8px 0 0',
                              fontSize: '13px',
                              lineHeight: '20px',
                              color: ink.dust,
                            }}
                          >
                            {props.sender.postalAddress}
                          </p>
                        ) : null}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

const paragraph: CSSProperties = { fontFamily: sans, fontSize: '17px', lineHeight: '27px', color: ink.sand }

/** A paragraph of text. */
export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={{ ...paragraph, margin: '0 0 18px' }}>{children}</p>
}

/** A link within text. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  const accent = useContext(Accent)
  return (
    <a href={href} style={{ color: accent }}>
      {children}
    </a>
  )
}

/** The main action of an email. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  const accent = useContext(Accent)
  return (
    <p style={{ ...paragraph, margin: '8px 0 28px' }}>
      <a
        href={href}
        style={{
          display: 'inline-block',
          padding: '14px 24px',
          backgroundColor: accent,
          color: ink.plate,
          fontSize: '15px',
          fontWeight: 700,
          textDecoration: 'none',
        }}
      >
        {children}
      </a>
    </p>
  )
}

/** A table of names and values, such as the details of an order. Empty values are omitted. */
export function DetailsTable({ facts }: { facts: [name: string, value: string][] }) {
  const cell: CSSProperties = {
    ...paragraph,
    fontSize: '15px',
    lineHeight: '22px',
    padding: '8px 0',
    borderTop: `1px solid ${ink.groove}`,
  }
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 24px' }}>
      <tbody>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <tr key={name}>
              <td width="34%" valign="top" style={{ ...cell, color: ink.dust, paddingRight: '16px' }}>
                {name}
              </td>
              <td valign="top" style={{ ...cell, overflowWrap: 'anywhere' }}>
                {value}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
