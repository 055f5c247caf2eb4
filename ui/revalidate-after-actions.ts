import type { ShouldRevalidateFunction } from 'react-router'

/**
 * A page's `shouldRevalidate` that looks again after every act, also after one that was refused: usually something
 * changed meanwhile, and that is just what must be seen. By itself the router keeps the page as it was after any 4xx.
 */
export const revalidateAfterActions: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus !== undefined || defaultShouldRevalidate
