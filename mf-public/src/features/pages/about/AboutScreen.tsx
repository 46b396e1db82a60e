import { CallToAction } from '../CallToAction';
import { LineIcon } from '../LineIcon';
import { Section } from '../Section';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import styles from './AboutScreen.module.css';
import { intro, pillars } from './about.copy';

export function AboutScreen() {
  return (
    <StaticPage
      name="About Us"
      title="Security work that both sides can trust"
      lead="Guard Portal connects sites that need security with licensed guards in Ontario, Canada."
      art={<ShieldArt drawing="M3 6h11v8H8l-3 3v-3H3ZM17 9h4v8h-2v3l-3-3h-5v-1M6 9h5M6 11.5h3" />}
    >
      <Section id="who-we-are" title="Who we are">
        {intro.map((paragraph) => (
          <p key={paragraph} className={sections.intro}>
            {paragraph}
          </p>
        ))}
      </Section>
      <Section
        id="our-mission"
        tinted
        title="Our mission"
        intro="Guards know what a shift involves before it begins, and sites know who is coming. Two things make that possible."
      >
        <div className={styles.pillars}>
          {pillars.map(({ title, text, drawing }) => (
            <div key={title} className={styles.pillar}>
              <LineIcon drawing={drawing} size={40} className={styles.icon} />
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </div>
          ))}
        </div>
      </Section>
      <CallToAction title="Work with us" />
    </StaticPage>
  );
}
