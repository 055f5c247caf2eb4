import type { ShouldRevalidateFunction } from 'react-router'

/**
 * `shouldRevalidate` of a page that reloads after every action, also after a refused one: it usually failed because the
 * data had changed. By default the router does not reload after a 4xx.
 */
export const revalidateAfterActions: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus !== undefined || defaultShouldRevalidate
