/** Breadcrumbs of a page as structured data. @see https://schema.org/BreadcrumbList */
type Breadcrumbs = {
  '@type': 'BreadcrumbList'
  /** From the home page to the page itself; `item` is an absolute address. */
  'itemListElement': { '@type': 'ListItem'; 'position': number; 'name': string; 'item': string }[]
}

/**
 * Returns the breadcrumbs of a page as structured data. `pageMeta` adapts the home page's name and the addresses to the
 * language of the page.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 * @param steps Pages below home, the current page last; `path` starts with `/`, names are in the language of the page.
 */
export function breadcrumbs(origin: string, steps: readonly { name: string; path: string }[]): Breadcrumbs {
  return {
    '@type': 'BreadcrumbList',
    'itemListElement': [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      'position': index + 1,
      name,
      'item': origin + path,
    })),
  }
}

/** Returns whether a block of structured data is one of {@link breadcrumbs}. */
export function isBreadcrumbs(block: object): block is Breadcrumbs {
  return '@type' in block && block['@type'] === 'BreadcrumbList'
}
