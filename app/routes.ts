import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the site on one screen. */
export default [
  index('./landing-page.tsx'),
  route('swade-fam', '../features/artists/ui/roster-page.tsx'),
  route('artist/:slug', '../features/artists/ui/artist-page.tsx'),
  route('books', '../features/books/ui/library-page.tsx'),
  route('book/:bookId', '../features/books/ui/book-page.tsx'),
  route('journey', '../features/journey/ui/journey-page.tsx'),
  route('tokens', '../features/tokens/ui/tokens-page.tsx'),
  route('market', '../features/market/ui/market-page.tsx'),
  route('platform/:id', '../features/platforms/ui/platform-page.tsx'),
  route('newsletter', '../features/newsletter/ui/sign-up-page.tsx'),
  route('newsletter/unsubscribe/:token', '../features/newsletter/ui/unsubscribe-page.tsx'),
  route('newsletter/confirm/:token', '../features/newsletter/ui/confirm-page.tsx'),
  route('admin', '../features/owner/ui/admin-page.tsx'),
  route('dev/ui', '../ui/gallery/gallery-page.tsx'),
  route('dev/outbox', '../features/owner/ui/outbox-page.tsx'),
  route('*', './not-found.tsx'),
] satisfies RouteConfig
