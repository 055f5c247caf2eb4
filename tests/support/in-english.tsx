import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl/react'
import type { MessageTree, SiteMessages } from '#shared/messages.ts'
import { en as site } from '#shared/messages/en.ts'
import { defaultSiteName, withSiteName } from '#shared/site-identity.ts'

/**
 * Wraps a component in its texts, like the frame of a page; a missing text throws.
 *
 * @param catalogues English catalogues by feature, such as `{ books: en }`; the texts of the frame are always there.
 */
export function inEnglish(children: ReactNode, catalogues: Partial<SiteMessages> = {}): ReactNode {
  return (
    <IntlProvider
      locale="en"
      messages={named({ site, ...catalogues } as unknown as MessageTree) as unknown as SiteMessages}
      timeZone="UTC"
      onError={refuse}
    >
      {children}
    </IntlProvider>
  )
}

/** Fills in the name of the site, as the server does. */
export function named(tree: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, text]) => [
      key,
      typeof text === 'string' ? withSiteName(text, defaultSiteName) : named(text),
    ]),
  )
}

function refuse(error: Error): never {
  throw error
}
