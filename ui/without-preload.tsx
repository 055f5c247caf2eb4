import type { ReactNode } from 'react'

/**
 * An image that the document must not ask for ahead: React's server renderer preloads every eager `img` that is not in a `picture`, and a
 * browser that holds a larger size of the same image already shows that one and complains of the other.
 */
export function WithoutPreload({ children }: { children: ReactNode }) {
  return <picture className="contents">{children}</picture>
}
