/**
 * Joins class names.
 *
 * @param names Class strings; false, null and undefined are dropped.
 */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
