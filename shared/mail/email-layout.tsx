import type { CSSProperties, ReactNode } from 'react'

/*
 * The sheet every mail is written on. Mail programs read tables and inline styles, and nothing newer:
 * no variables, no oklch. The colours are the site's, as hex.
 */
const ink = {
  plate: '#0f0c09',
  raised: '#1a1613',
  groove: '#3a342f',
  sand: '#f0eadf',
  dust: '#b2aaa0',
  live: '#f8823d',
}
const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif"

/**
 * The column of a mail: 600 pixels, or as wide as the window. Outlook on Windows knows only the attribute `width`,
 * which has to be 600 beside this; all others follow the style. A fixed layout keeps a long word from widening the
 * column.
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

/** A whole mail: the product's name, a title, what is said, and at the foot why it comes. */
export function EmailLayout(props: {
  /** The line mailboxes show beside the subject. */
  preview: string
  kicker: string
  title: string
  /** Printed at the foot; may be empty. */
  postalAddress: string
  /** One or two sentences that say why this person gets this mail. */
  reason: string
  /** The person's own page; stands before the way out. */
  preferencesUrl?: string
  unsubscribeUrl?: string
  children: ReactNode
}) {
  return (
    <html lang="en">
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
                          Swade
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
                        {props.children}
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
                                Preferences
                              </a>
                            </>
                          ) : null}
                          {props.unsubscribeUrl ? (
                            <>
                              <br />
                              <a href={props.unsubscribeUrl} style={{ color: ink.sand }}>
                                Unsubscribe
                              </a>
                            </>
                          ) : null}
                        </p>
                        {props.postalAddress ? (
                          <p
                            style={{
                              ...paragraph,
                              margin: '8px 0 0',
                              fontSize: '13px',
                              lineHeight: '20px',
                              color: ink.dust,
                            }}
                          >
                            {props.postalAddress}
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

/** Running text. */
export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={{ ...paragraph, margin: '0 0 18px' }}>{children}</p>
}

/** A link within running text. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} style={{ color: ink.live }}>
      {children}
    </a>
  )
}

/** The one thing the reader is asked to do. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p style={{ ...paragraph, margin: '8px 0 28px' }}>
      <a
        href={href}
        style={{
          display: 'inline-block',
          padding: '14px 24px',
          backgroundColor: ink.live,
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

/** Names and values in lines, such as an order's. Empty values are left out. */
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
