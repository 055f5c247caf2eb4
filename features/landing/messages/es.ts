import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  nav: 'Inicio',
  page: {
    title: 'Música de personas <br></br>y máquinas',
    lead: 'Swade es un ecosistema para la música con IA: artistas hechos con IA y presentados como tales, una emisora de radio, libros, dos tokens y las herramientas que hicieron falta por el camino. Cada sonido deja una figura.',
    explore: 'Explorar el ecosistema',
    enter: 'Entrar en el mundo virtual',
    onThisPage: 'En esta página',
  },
  description:
    'Música de personas y máquinas: más de 18 plataformas, artistas de IA, seis libros, dos tokens, una emisora de radio y 40 años de recorrido.',
}
