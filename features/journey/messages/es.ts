import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  section: {
    name: 'Cronología',
    title: 'Un recorrido de 40 años, contado en cuatro cortes.',
    lead: 'De una grabadora de casete que giraba un poco rápido a máquinas que cantan. Los silencios intermedios también forman parte del disco.',
    more: 'Ver el recorrido completo',
    awards: 'Premios, {period}',
  },
  page: {
    nav: 'Recorrido',
    title: 'El recorrido',
    description:
      'Cuarenta años haciendo discos: de una grabadora de casete de cuatro pistas a un ecosistema de artistas de IA, libros, tokens y plataformas.',
    kicker: 'Recorrido de 40 años',
    feed: 'Swade: hitos del recorrido',
    roots: 'Primeras raíces',
    timeline: 'Trayectoria',
    tags: 'Categorías',
    award: '<hidden>Premio: </hidden>{award}',
    ecosystem: 'El ecosistema',
    ecosystemLead: '{count, number} de las plataformas a las que condujo y el motivo de cada una.',
    infrastructure: 'Infraestructura blockchain',
    recognitionAndLegacy: 'Reconocimientos y legado',
    recognition: 'Reconocimientos',
    legacy: 'Legado',
    onward: 'Sigue explorando',
    explore: 'Explorar el ecosistema',
    meet: 'Conocer a Swade Fam',
  },
}
