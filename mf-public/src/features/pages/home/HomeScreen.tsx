import { PublicPage } from '../PublicPage';
import { AppNotice } from './AppNotice';
import { Cities } from './Cities';
import { Hero } from './Hero';
import { Questions } from './Questions';
import { Reasons } from './Reasons';
import { Sectors } from './Sectors';

export function HomeScreen() {
  return (
    <PublicPage>
      <Hero />
      <Sectors />
      <Reasons />
      <Cities />
      <Questions />
      <AppNotice />
    </PublicPage>
  );
}
