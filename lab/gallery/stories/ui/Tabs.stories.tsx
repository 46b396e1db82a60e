import { ButtonLink } from '@portal/ui/ButtonLink';
import { Tabs } from '@portal/ui/Tabs';
import { Focused, frenchWord, noop, Stateful } from '../samples';

export default { component: Tabs };

const tabs = [
  { id: 'open', label: 'Open' },
  { id: 'running', label: 'Running' },
  { id: 'done', label: 'Done' },
];

export const Default = () => (
  <Stateful first="open">
    {(selected, onSelect) => (
      <Tabs tabs={tabs} selected={selected} onSelect={onSelect} label="Shifts">
        <p>Shifts that are {selected}.</p>
      </Tabs>
    )}
  </Stateful>
);

export const WithLink = () => (
  <Tabs
    tabs={tabs}
    selected="running"
    onSelect={noop}
    label="Shifts"
    aside={
      <ButtonLink href="#all" variant="quiet" small>
        All
      </ButtonLink>
    }
  >
    <p>One shift is running.</p>
  </Tabs>
);

export const LongText = () => (
  <Tabs tabs={tabs.map((tab) => ({ ...tab, label: `${tab.label}: ${frenchWord}` }))} selected="running" onSelect={noop} label="Shifts">
    <p>The row scrolls to the selected tab.</p>
  </Tabs>
);

export const Focus = () => (
  <Focused>
    <Tabs tabs={tabs} selected="open" onSelect={noop} label="Shifts">
      <p>No open shifts.</p>
    </Tabs>
  </Focused>
);
