import { path } from '../_kernel/path';

export const pagesPaths = {
  home: path('/'),
  howItWorks: path('/how-it-work'),
  faq: path('/faq'),
  about: path('/about-us'),
  services: path('/services'),
  privacy: path('/privacy-policy'),
  terms: path('/terms-and-condition'),
  sector: path('/our-speciality/:type'),
  ontario: path('/ontario'),
  contract: path('/contract_agreement'),
  notFound: path('/404'),
};
