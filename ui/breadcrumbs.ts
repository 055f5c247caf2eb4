import type { BreadcrumbList } from 'schema-dts'

/**
 * Returns the breadcrumbs of a page as structured data.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 * @param steps Pages below home, the current page last; `path` starts with `/`.
 * @see https://schema.org/BreadcrumbList
 */
export function breadcrumbs(origin: string, steps: readonly { name: string; path: string }[]): BreadcrumbList {
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
